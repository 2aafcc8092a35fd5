// The same for CommonJS.
