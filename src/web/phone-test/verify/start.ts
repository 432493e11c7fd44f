import type { PublicKey } from '#contract/phone-tests/phone-tests.ts';
import { verifyRecord } from '#contract/phone-tests/verify.ts';
import { h } from '../view.ts';
import { KEYS_UNREADABLE, NO_KEYS, resultOf } from './result.ts';

const KEYS_PATH = '/api/phoneTestKeys';
const FILE =
  'min-h-12 w-full min-w-0 text-sm text-muted file:mr-3 file:min-h-11 file:rounded-xl file:border file:border-line-strong file:bg-surface file:px-4 file:font-semibold file:text-ink';
const FIELD = 'w-full rounded-xl border border-line-strong bg-surface p-3';

/** Lets a person paste or open a record, and says whether it is true. Once the keys are loaded, nothing is asked of the shop. */
export function startVerifying(): void {
  const root = document.getElementById('phone-test-verify');
  if (!root) return;
  let keys = loadKeys();
  const record = h('textarea', { id: 'record', rows: 5, spellcheck: 'false', autocomplete: 'off', class: `${FIELD} text-sm break-all` });
  const otherKeys = h('textarea', { id: 'keys', rows: 4, spellcheck: 'false', autocomplete: 'off', class: `${FIELD} text-sm` });
  const result = h('div', { role: 'status', class: 'grid gap-4 empty:hidden' });
  const ownKeys = async (): Promise<PublicKey[] | null> => {
    const loaded = await keys;
    if (loaded === null) keys = loadKeys();
    return loaded ?? keys;
  };
  const findResult = async (): Promise<HTMLElement[]> => {
    const [text, given] = [record.value.trim(), otherKeys.value.trim()];
    if (text === '') return [];
    const known = given === '' ? await ownKeys() : readKeys(given);
    if (known === null) return [h('p', { class: 'text-danger' }, given === '' ? NO_KEYS : KEYS_UNREADABLE)];
    return resultOf(await verifyRecord(text, known));
  };
  let checks = 0;
  const check = async (): Promise<void> => {
    checks += 1;
    const mine = checks;
    const found = await findResult();
    // What stood there before may take longer to check.
    if (mine === checks) result.replaceChildren(...found);
  };
  for (const field of [record, otherKeys]) field.addEventListener('input', () => void check());
  root.replaceChildren(
    h('h1', { class: 'text-2xl' }, 'Check a phone test'),
    h('p', {}, 'Paste the record of a phone test, or open its file. Your browser checks the signature; nothing is sent.'),
    labeled('Record', record),
    openFile(record, check),
    result,
    h(
      'details',
      {},
      h('summary', { class: 'min-h-11 py-2 font-medium' }, 'Use other keys'),
      h('p', { class: 'mb-2 text-muted' }, `Without a connection, or for a record of another shop, paste its keys here. This shop’s are at ${KEYS_PATH}.`),
      labeled('Keys', otherKeys),
    ),
  );
  record.value = readHash();
  void check();
}

/** A record has nothing that needs escaping: what can’t be read stands there as it came, and isn’t true. */
function readHash(): string {
  const text = window.location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function labeled(label: string, field: HTMLElement): HTMLElement {
  return h('div', { class: 'grid gap-1.5' }, h('label', { for: field.id, class: 'font-medium' }, label), field);
}

function openFile(record: HTMLTextAreaElement, check: () => Promise<void>): HTMLElement {
  const input = h('input', { id: 'file', type: 'file', class: FILE });
  input.addEventListener('change', () => {
    void input.files?.[0]?.text().then((text) => {
      record.value = text;
      return check();
    });
  });
  return labeled('Or open a file', input);
}

/** Null when the shop can't be reached. */
async function loadKeys(): Promise<PublicKey[] | null> {
  const response = await fetch(KEYS_PATH).catch(() => null);
  return response?.ok ? readKeys(await response.text()) : null;
}

/** Null for anything but a set of keys. Whether each is sound, checking a record shows. */
function readKeys(text: string): PublicKey[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) ? (keys as PublicKey[]) : null;
  } catch {
    return null;
  }
}
