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
		if (typeof Reflect !== "object" || typeof Reflect.metadata !== "function") return;
		// The value of an imported type that is no class: an enum, or an object that lists the values.
		const designOf = (type) => {
			// A member of an imported enum.
			if (typeof type === "string") return String;
			if (typeof type === "number") return Number;
			if (typeof type !== "object" || type === null) return type;
			const kinds = new Set();
			for (const name of Object.keys(type)) {
				const member = type[name];
				// A number's name in an enum.
				const isReverse = typeof member === "string" && type[member] === Number(name);
				if (!isReverse) kinds.add(typeof member);
			}
			if (kinds.size !== 1) return Object;
			return kinds.has("string") ? String : kinds.has("number") ? Number : Object;
		};
		// A type that a variable names is a function in a list. One that is not yet initialized is undefined, as it is
		// in TypeScript's CommonJS modules that import each other.
		const read = (type) => {
			if (!Array.isArray(type)) return designOf(type);
			try {
				return designOf(type[0]());
			} catch (error) {
				if (!(error instanceof ReferenceError)) throw error;
				return undefined;
			}
		};
		return Reflect.metadata(key, Array.isArray(value) && key === "design:paramtypes" ? value.map(read) : read(value));
	},

	// What class fields become without `useDefineForClassFields`.
	defineProperty(object, key, value) {
		return Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
	},
	// Private elements of classes whose fields are assignments (TypeScript's `useDefineForClassFields: false`). A brand is
	// the collection of the objects that have the element, or the class itself for a static one.
	assertClassBrand(brand, receiver, value) {
		const isThere = typeof brand === "function" ? brand === receiver : brand.has(receiver);
		if (!isThere) throw new TypeError("Private element is not present on this object");
		return arguments.length < 3 ? receiver : value;
	},
	classPrivateFieldInitSpec(object, values, value) {
		if (values.has(object)) throw new TypeError("Cannot initialize a private element twice on the same object");
		values.set(object, value);
	},
	classPrivateMethodInitSpec(object, brand) {
		if (brand.has(object)) throw new TypeError("Cannot initialize a private element twice on the same object");
		brand.add(object);
	},
	classPrivateFieldGet2(values, object) {
		const value = values.get(object);
		if (value === undefined && !values.has(object)) throw new TypeError("Private element is not present on this object");
		return value;
	},
	classPrivateFieldSet2(values, object, value) {
		if (!values.has(object)) throw new TypeError("Private element is not present on this object");
		values.set(object, value);
		return value;
	},
	// An object whose property `_` calls `set(...known, value)` when it is assigned: for destructuring into private names.
	toSetter(set, known = [], receiver) {
		return {
			set _(value) {
				set.apply(receiver, [...known, value]);
			},
		};
	},
	checkInRHS(value) {
		if (Object(value) !== value) throw new TypeError("right-hand side of 'in' should be an object, got " + (value === null ? "null" : typeof value));
		return value;
	},
	readOnlyError(name) {
		throw new TypeError(`"${name}" is read-only`);
	},
	writeOnlyError(name) {
		throw new TypeError(`"${name}" is write-only`);
	},
	// `super.key` in the initializer of a static field. Bits of `flags`: 1 an instance's, 2 a method that is called with an array.
	superPropGet(home, key, receiver, flags) {
		const value = Reflect.get(Object.getPrototypeOf(flags & 1 ? home.prototype : home), key, receiver);
		return flags & 2 && typeof value === "function" ? (args) => value.apply(receiver, args) : value;
	},
	superPropSet(home, key, value, receiver, isStrict, isInstance) {
		const isSet = Reflect.set(Object.getPrototypeOf(isInstance ? home.prototype : home), key, value, receiver);
		if (!isSet && isStrict) throw new TypeError("failed to set property");
		return value;
	},
	toPropertyKey(value) {
		return Reflect.ownKeys({ [value]: 0 })[0];
	},

	// TC39 decorators: the state of one class while it is defined, and of its instances' initializers.
	// The transform's `decorators/` says which member the lowered class calls when.
	decorators(classDecorators) {
		const discarded = Symbol();
		const metadataKey = Symbol.metadata ?? Symbol.for("Symbol.metadata");
		const decoratorsOf = [];
		const keys = [];
		const values = [];
		const initializers = [];
		const added = [];
		const addedByMethods = { true: [], false: [] };
		const addedByClass = [];
		let metadata;

		const requireFunction = (value, what) => {
			if (typeof value !== "function") throw new TypeError(`${what} must be a function`);
			return value;
		};
		const runAll = (list, receiver) => {
			for (const initializer of list) initializer.call(receiver);
		};
		const applyOne = (decorator, value, context, list) => {
			let isFinished = false;
			context.metadata = metadata;
			context.addInitializer = (initializer) => {
				if (isFinished) throw new TypeError("addInitializer must be called while the decorator runs");
				list.push(requireFunction(initializer, "An initializer"));
			};
			try {
				return requireFunction(decorator, "A decorator")(value, context);
			} finally {
				isFinished = true;
			}
		};
		const accessOf = (element, key) => {
			if (element.access) return element.access;
			const access = { has: (object) => key in object };
			if (element.kind !== "setter") access.get = (object) => object[key];
			if (element.kind === "field" || element.kind === "accessor" || element.kind === "setter") {
				access.set = (object, value) => {
					object[key] = value;
				};
			}
			return access;
		};
		const part = { method: "value", getter: "get", setter: "set" };

		const applyElement = (target, element) => {
			const { index, kind, isStatic } = element;
			const isPrivate = element.name !== undefined;
			const isMethod = part[kind] !== undefined;
			const home = isStatic ? target : target.prototype;
			const key = isPrivate ? keys[index] : element.key !== undefined ? element.key : keys[index];
			const name = element.name ?? (typeof key === "symbol" ? key : `${key}`);
			let descriptor;
			let value;
			if (isMethod) {
				descriptor = Object.getOwnPropertyDescriptor(home, key);
				value = descriptor[part[kind]];
				if (isPrivate) {
					delete home[key];
					const prefix = kind === "getter" ? "get " : kind === "setter" ? "set " : "";
					Object.defineProperty(value, "name", { value: prefix + name });
				}
			} else if (kind === "accessor") {
				descriptor = isPrivate ? values[index] : Object.getOwnPropertyDescriptor(home, key);
				value = { get: descriptor.get, set: descriptor.set };
			}
			const list = isMethod ? addedByMethods[isStatic] : (added[index] ??= []);
			const decorators = decoratorsOf[index];
			for (let position = decorators.length - 1; position >= 0; position--) {
				const context = { kind, name, static: isStatic, private: isPrivate, access: accessOf(element, key) };
				// What a decorator of an accessor was given stays as it was.
				const result = applyOne(decorators[position], kind === "accessor" ? { ...value } : value, context, list);
				if (result === undefined) continue;
				if (isMethod) {
					value = requireFunction(result, "The result of a method decorator");
				} else if (kind === "field") {
					(initializers[index] ??= []).unshift(requireFunction(result, "The result of a field decorator"));
				} else {
					if (typeof result !== "object" || result === null) {
						throw new TypeError("The result of an accessor decorator must be an object");
					}
					const { get, set, init } = result;
					if (get !== undefined) value.get = requireFunction(get, "get");
					if (set !== undefined) value.set = requireFunction(set, "set");
					if (init !== undefined) (initializers[index] ??= []).unshift(requireFunction(init, "init"));
				}
			}
			if (isPrivate) values[index] = value;
			else if (isMethod) Object.defineProperty(home, key, { ...descriptor, [part[kind]]: value });
			else if (kind === "accessor") Object.defineProperty(home, key, { ...descriptor, ...value });
		};

		const state = {
			result: undefined,
			e: (index, list) => ((decoratorsOf[index] = list), discarded),
			k: (index, value) => (keys[index] = Reflect.ownKeys({ [value]: 0 })[0]),
			key: (index) => keys[index],
			s: (index) => (keys[index] = Symbol()),
			v: (index) => values[index],
			a(index, accessors) {
				const [get, set] = Object.values(accessors);
				values[index] = { get, set };
				return discarded;
			},
			f(index, receiver, value) {
				for (const initializer of initializers[index] ?? []) value = initializer.call(receiver, value);
				return value;
			},
			x(index, receiver) {
				runAll(added[index] ?? [], receiver);
			},
			start(receiver) {
				runAll(addedByMethods[false], receiver);
			},
			run(target, elements) {
				delete target[discarded];
				metadata = Object.create(Object.getPrototypeOf(target)?.[metadataKey] ?? null);
				const isField = (element) => element.kind === "field";
				const phases = [
					(element) => element.isStatic && !isField(element),
					(element) => !element.isStatic && !isField(element),
					(element) => element.isStatic && isField(element),
					(element) => !element.isStatic && isField(element),
				];
				for (const phase of phases) {
					for (const element of elements) if (phase(element)) applyElement(target, element);
				}
				Object.defineProperty(target, metadataKey, { value: metadata, writable: true, configurable: true });
				let result = target;
				for (let position = classDecorators.length - 1; position >= 0; position--) {
					const context = { kind: "class", name: target.name };
					const replacement = applyOne(classDecorators[position], result, context, addedByClass);
					if (replacement !== undefined) {
						result = requireFunction(replacement, "The result of a class decorator");
					}
				}
				if (result !== target) {
					Object.defineProperty(result, metadataKey, { value: metadata, writable: true, configurable: true });
				}
				state.result = result;
				runAll(addedByMethods[true], result);
				return result;
			},
			end() {
				runAll(addedByClass, state.result);
			},
			class(define) {
				define(state);
				return state.result;
			},
		};
		return state;
	},

	// A decorator that is a method: it is called on its object.
	bound(object, key) {
		const decorator = object[key];
		return typeof decorator === "function" ? (value, context) => decorator.call(object, value, context) : decorator;
	},

	// The key of a computed accessor, between its getter and its setter.
	keep(value) {
		this.kept.key = Reflect.ownKeys({ [value]: 0 })[0];
		return this.kept.key;
	},
	kept() {
		return this.kept.key;
	},
})
