const { LiteSVM, Clock } = require("litesvm");
const svm = new LiteSVM();
console.log(svm.latestBlockhash().length > 30, svm.minimumBalanceForRentExemption(100n));
const clock = svm.getClock();
console.log(clock.slot, clock instanceof Clock);
svm.warpToSlot(500n);
console.log(svm.getClock().slot);
