import { type ChangeEvent, type FormEvent, useState } from 'react';
import { type ChainFault, findFault } from '#contract/passport-chain.ts';
import type { Passport } from '#contract/passports.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { readReceiptCode } from './receipt-code.ts';

type Result = { isGood: boolean; text: string };

const BAD_CODE = 'A code from a receipt is a number, a hyphen, and 64 letters and digits.';
const NEEDS_HTTPS = 'Your browser can check this on secure connections (HTTPS) only. Open this page at its https:// address.';

/** Checks the history in the browser: without asking the shop, and against a receipt. */
export function CheckHistory({ passport }: { passport: Passport }) {
  const [code, setCode] = useState('');
  const [result, setResult] = useState<Result | null>(null);
  const isHydrated = useHydrated();
  // What was found holds for the code that was checked.
  const type = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    setCode(target.value);
    setResult(null);
  };
  const check = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setResult(await resultOf(passport, code));
  };
  return (
    <section aria-labelledby="check" className="grid gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-6">
      <div className="grid gap-2">
        <h2 id="check" className="text-xl">
          Check this history
        </h2>
        <p className="max-w-prose text-muted">
          Each entry has a hash over itself and the one before, so none can be changed, removed or moved without all later hashes changing. The code on each
          receipt shows what the history was at that time. The check runs in your browser.
        </p>
      </div>
      <p className="text-sm break-all text-muted">
        {passport.entries} {passport.entries === 1 ? 'entry' : 'entries'}, last hash {passport.head}
      </p>
      {isHydrated && (
        <form noValidate className="grid gap-4" onSubmit={(event) => void check(event)}>
          <Field label="Code from a receipt (optional)" autoComplete="off" spellCheck={false} value={code} onChange={type} />
          <Button type="submit" variant="secondary" className="justify-self-start">
            Check this history
          </Button>
        </form>
      )}
      <p role="status" className={result ? `flex items-start gap-2 ${result.isGood ? 'text-good' : 'text-danger'}` : 'hidden'}>
        {result && (
          <>
            <Icon name={result.isGood ? 'circle-check' : 'triangle-exclamation-point'} className="mt-0.5 size-5 shrink-0" />
            {result.text}
          </>
        )}
      </p>
    </section>
  );
}

async function resultOf(passport: Passport, code: string): Promise<Result> {
  const receipt = readReceiptCode(code);
  if (code.trim() !== '' && receipt === null) return { isGood: false, text: BAD_CODE };
  if (globalThis.crypto?.subtle === undefined) return { isGood: false, text: NEEDS_HTTPS };
  const fault = await findFault({ ...passport }, receipt ? [receipt] : []);
  if (fault) return { isGood: false, text: sentenceFor(fault) };
  const all = passport.entries === 1 ? 'The only entry is unchanged.' : `All ${passport.entries} entries fit together.`;
  return { isGood: true, text: receipt ? `${all} The first ${receipt.entries} are what the receipt says.` : all };
}

function sentenceFor({ entry, what }: ChainFault): string {
  if (what === 'receipt') return `This isn’t the history on the receipt: entry ${entry} is missing or different.`;
  if (what === 'head') return 'This history isn’t complete: its last entry isn’t the one that the passport names.';
  return `Entry ${entry} doesn’t fit: it was changed, removed or moved.`;
}
