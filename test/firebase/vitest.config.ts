import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/firebase/*.emulated.ts'], maxWorkers: 1, testTimeout: 60_000, hookTimeout: 90_000 },
});
