import { within } from './wait.ts';

const ANSWER_MS = 3000;
const LONGEST = 100;

type BatteryManager = { level: number; charging: boolean };
type NetworkInformation = { type?: string; effectiveType?: string; downlink?: number; rtt?: number };
type UserAgentData = { mobile?: boolean; platform?: string; getHighEntropyValues?: (hints: string[]) => Promise<Record<string, unknown>> };

/** What only some browsers have, and TypeScript therefore doesn't know. */
type Wider = Navigator & {
  getBattery?: () => Promise<BatteryManager>;
  connection?: NetworkInformation;
  userAgentData?: UserAgentData;
  deviceMemory?: number;
};

const browser = (): Wider => navigator;

/** Level 0 to 1; null where the browser doesn't say. */
export async function readBattery(): Promise<BatteryManager | null> {
  const battery = await within(
    ANSWER_MS,
    browser()
      .getBattery?.()
      .catch(() => null) ?? Promise.resolve(null),
  );
  return battery && { level: battery.level, charging: battery.charging };
}

export const readConnection = (): NetworkInformation | null => browser().connection ?? null;

/** In bytes; null where the browser doesn't say. */
export async function readStorage(): Promise<{ quota: number; usage: number } | null> {
  const estimate = await within(ANSWER_MS, navigator.storage?.estimate?.().catch(() => null) ?? Promise.resolve(null));
  return estimate?.quota === undefined ? null : { quota: estimate.quota, usage: estimate.usage ?? 0 };
}

type Model = { model: string; platform: string; platformVersion: string };

/** Model and system as the browser tells them, in its client hints or else in its user agent; blank where it doesn't. */
export async function readModel(): Promise<Model> {
  const hints = browser()
    .userAgentData?.getHighEntropyValues?.(['model', 'platformVersion'])
    .catch(() => null);
  const values = (await within(ANSWER_MS, hints ?? Promise.resolve(null))) ?? {};
  const inUserAgent = modelInUserAgent(navigator.userAgent);
  const text = (name: keyof Model): string => String(values[name] || inUserAgent[name]).slice(0, LONGEST);
  return { model: text('model'), platform: text('platform'), platformVersion: text('platformVersion') };
}

/** Such as `Android 14; Pixel 7` or `iPhone; CPU iPhone OS 17_4 like Mac OS X`. Browsers that hide the model call it `K`. */
export function modelInUserAgent(userAgent: string): Model {
  const apple = /\((iPhone|iPad)[^)]{0,40} OS (\d+(?:_\d+){0,2})/u.exec(userAgent);
  if (apple) return { model: apple[1] ?? '', platform: 'iOS', platformVersion: (apple[2] ?? '').replaceAll('_', '.') };
  const [, version = '', model = ''] = /Android (\d+(?:\.\d+){0,2}); ([^;)]{1,60})/u.exec(userAgent) ?? [];
  return version === ''
    ? { model: '', platform: '', platformVersion: '' }
    : { model: model === 'K' ? '' : model.trim(), platform: 'Android', platformVersion: version };
}

export const readMemory = (): number | null => browser().deviceMemory ?? null;

/** The name of the graphics chip; null where the browser hides it. */
export function readGraphics(): string | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl');
  if (!context) return null;
  const hidden = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(hidden ? hidden.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof name === 'string' ? name : null;
}

/** How far off the position may be, in meters; the position itself is dropped at once. Throws what the browser throws. */
export function readAccuracy(): Promise<number> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords.accuracy), reject, { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 });
  });
}
