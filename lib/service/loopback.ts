const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a URL is this machine, so that no network between can read a secret. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);
