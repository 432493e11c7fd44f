const SECOND_MS = 1000;

/** How long is left, as a clock shows it: `14:59`, and with hours after an agreed price, `23:59:59`. */
export function formatLeft(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, twoDigits(minutes)] : [minutes];
  return [...parts, twoDigits(seconds % 60)].join(':');
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');
