export const buildIfStale: () => Promise<void>;
