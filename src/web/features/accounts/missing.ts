/** What an account requires besides a right password: an app code or a passkey. Recovery codes always work. */
export type Missing = { app: boolean; passkey: boolean };
