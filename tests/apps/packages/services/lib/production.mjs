// Imported before anything that looks at it: in development React sends stacks, and each engine has its own.
process.env.NODE_ENV = "production";
