export * from "./campaigns";
export * from "./events";
export * from "./operations";
export * from "./root-versions";
