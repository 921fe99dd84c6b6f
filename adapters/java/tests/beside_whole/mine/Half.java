class Half { static final int ONE = 1; }
