/** Loads a package from this folder's own `node_modules`. */
export const load = (name) => import(name);
