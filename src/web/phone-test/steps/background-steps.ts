import { readBattery, readConnection, readStorage } from '../device.ts';
import { UntestableError } from '../stage.ts';
import type { Step } from './step.ts';

/** Steps that need nobody: they answer at once. */
export const battery: Step<'battery'> = {
  shows: 'the browser reads the battery’s level, and whether it is charging.',
  cannot: 'Browsers don’t say how worn a battery is.',
  isTestable: () => 'getBattery' in navigator,
  async run() {
    const found = await readBattery();
    if (!found) throw new UntestableError('failed', 'Battery: the browser doesn’t answer.');
    return found;
  },
};

export const network: Step<'network'> = {
  shows: 'the phone is online, over Wi-Fi or a mobile line where the browser says which.',
  cannot: 'The other of the two isn’t tested.',
  isTestable: () => true,
  async run() {
    const { type, effectiveType } = readConnection() ?? {};
    const startedAt = performance.now();
    const answered = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (!answered) throw new UntestableError('failed', 'Connection: the shop couldn’t be reached.');
    return { type: type ?? null, effectiveType: effectiveType ?? null, answerMs: Math.round(performance.now() - startedAt) };
  },
};

export const storage: Step<'storage'> = {
  shows: 'the browser may use some storage, and roughly how much.',
  cannot: 'Browsers report only part of the storage, rounded.',
  isTestable: () => navigator.storage?.estimate !== undefined,
  async run() {
    const found = await readStorage();
    if (!found) throw new UntestableError('failed', 'Storage: the browser doesn’t answer.');
    return found;
  },
};
