import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { iconSprite } from './scripts/icon-sprite.ts';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  plugins: [iconSprite()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: './test/support/migrated-database.ts',
    // One more than there are cores: tests wait for each other's processes, too.
    maxWorkers: availableParallelism() + 1,
    // Modules are loaded once a worker, not once a file: what they hold are constants and prepared statements.
    isolate: false,
    // Room for what tests allocate: collecting garbage less often saves a tenth of their time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Generous: machines differ, and other work may share them.
    testTimeout: 120_000,
    // A busy machine needs more than the second that is the default.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 180_000,
    reporters: ['default', './test/e2e/conformance/reporter.ts'],
  },
});
