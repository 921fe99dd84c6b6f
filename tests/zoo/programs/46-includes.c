/* 46: a source that includes a file without end.
   If the sandbox did not hold: the compiler would take all memory there is. */
#include "/dev/zero"
int main(void) { return 0; }
