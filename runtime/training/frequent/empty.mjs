// The builtins that every program needs: first, so that their bytecode is contiguous.
