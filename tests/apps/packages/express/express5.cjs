// Express 5: the same, and rejections of async handlers reach the error handler.
const express = require("express5");
const { application } = require("./lib/application.cjs");
require("./lib/questions.cjs").run(application(express, 5));
