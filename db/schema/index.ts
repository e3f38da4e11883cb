export * from "./campaigns";
export * from "./events";
export * from "./indexing";
export * from "./operations";
export * from "./root-versions";
export * from "./tokens";
export * from "./uploads";
export * from "./webhooks";
