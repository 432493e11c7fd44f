// The content security policy allows no code made from text, and zod's mere attempt would be reported as a violation. Forms and their schemas are
// loaded later than this; zod finds its settings here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
