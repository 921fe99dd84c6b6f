
// Refused by the build: types.java:4: error
class Broken extends Player {
    int x = "";
}
