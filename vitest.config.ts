import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: './test/migrated-database.ts',
    maxWorkers: availableParallelism(),
    testTimeout: 40_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/e2e/conformance/reporter.ts'],
  },
});
