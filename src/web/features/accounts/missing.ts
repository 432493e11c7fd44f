/** What an account has to show besides a right password: a code of an app, or a passkey; recovery codes it has in any case. */
export type Missing = { app: boolean; passkey: boolean };
