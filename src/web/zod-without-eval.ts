// The content security policy allows no code made from text, and zod's mere try would be reported as a breach.
// Forms and their schemas are loaded later than this; zod finds its settings here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
