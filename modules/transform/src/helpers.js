// Functions that lowered code calls as `helpers.name(…)`. One expression: an object without a prototype.
({
	__proto__: null,

	// `using` and `await using` (ECMAScript explicit resource management, DisposeResources).
	usingCtx() {
		const stack = [];
		const none = {};
		let failure = none;
		const fail = (error) => {
			if (failure === none) failure = error;
			else if (typeof SuppressedError === "function") failure = new SuppressedError(error, failure);
			else failure = Object.assign(new Error(), { name: "SuppressedError", error, suppressed: failure });
		};
		const add = (value, isAwait) => {
			if (value === null || value === undefined) {
				if (isAwait) stack.push({ isAwait });
				return value;
			}
			if (typeof value !== "object" && typeof value !== "function") {
				throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			}
			let method;
			let isSync = !isAwait;
			if (isAwait) method = value[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")];
			if (method === undefined || method === null) {
				method = value[Symbol.dispose ?? Symbol.for("Symbol.dispose")];
				isSync = true;
			}
			if (typeof method !== "function") throw new TypeError("Object is not disposable.");
			stack.push({ value, method, isAwait, isSync });
			return value;
		};
		const context = {
			// Set to what the block threw.
			e: none,
			u: (value) => add(value, false),
			a: (value) => add(value, true),
			d() {
				failure = context.e;
				let needsAwait = false;
				let hasAwaited = false;
				const rethrow = () => {
					if (failure !== none) throw failure;
				};
				const next = () => {
					while (stack.length > 0) {
						const { value, method, isAwait, isSync } = stack.pop();
						if (!isAwait && needsAwait && !hasAwaited) {
							needsAwait = false;
							stack.push({ value, method, isAwait, isSync });
							return Promise.resolve().then(next);
						}
						if (method === undefined) {
							needsAwait = true;
							continue;
						}
						try {
							const result = method.call(value);
							if (isAwait) {
								hasAwaited = true;
								return Promise.resolve(isSync ? undefined : result).then(next, (error) => {
									fail(error);
									return next();
								});
							}
						} catch (error) {
							fail(error);
							if (isAwait) needsAwait = true;
						}
					}
					if (needsAwait && !hasAwaited) return Promise.resolve().then(rethrow);
					rethrow();
				};
				return next();
			},
		};
		return context;
	},

	// TypeScript's experimental decorators.
	decorate(decorators, target, key, descriptor) {
		const count = arguments.length;
		let result = descriptor;
		if (count < 3) result = target;
		else if (descriptor === null) result = descriptor = Object.getOwnPropertyDescriptor(target, key);
		if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
			result = Reflect.decorate(decorators, target, key, descriptor);
		} else {
			for (let index = decorators.length - 1; index >= 0; index--) {
				const decorator = decorators[index];
				if (!decorator) continue;
				const replacement =
					count < 3 ? decorator(result) : count > 3 ? decorator(target, key, result) : decorator(target, key);
				result = replacement || result;
			}
		}
		if (count > 3 && result) Object.defineProperty(target, key, result);
		return result;
	},
	decorateParam(index, decorator) {
		return (target, key) => decorator(target, key, index);
	},
	decorateMetadata(key, value) {
		if (typeof Reflect === "object" && typeof Reflect.metadata === "function") return Reflect.metadata(key, value);
	},

	// What class fields become without `useDefineForClassFields`.
	defineProperty(object, key, value) {
		return Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
	},
	toPropertyKey(value) {
		return Reflect.ownKeys({ [value]: 0 })[0];
	},
})
