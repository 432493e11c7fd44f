import type { PhoneTestCode, TestSummary } from '#contract/phone-tests/phone-tests.ts';
import { STEP_TITLES } from '../../phone-test-labels.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { TestTable } from './test-table.tsx';
import { describeDoubts, describeResult } from './test-text.ts';
import { type TestOf, useTestCode } from './use-test-code.ts';

type PhoneTestPanelProps = TestOf & {
  /** What the button says that gets a code. */
  action?: string;
};

/** The QR code that opens the test on the phone for sale, how far it is there, and what came of it. */
export function PhoneTestPanel({ listing, order, action = 'Get a QR code' }: PhoneTestPanelProps) {
  const { code, isUnlisted, address, problem, busy, ask, publish, forget } = useTestCode({ listing, order });
  const isElsewhere = code?.state === 'waiting' && address === null;
  const isOver = code === null || code.state === 'expired' || isElsewhere;
  return (
    <section aria-label="Phone test" className="grid justify-items-start gap-4 outline-none">
      {isOver && (
        <Button variant="secondary" busy={busy === 'asking'} onClick={() => void ask()}>
          {isElsewhere ? 'Get a new QR code' : action}
        </Button>
      )}
      {code?.state === 'waiting' && address !== null && <Scan address={address} />}
      <p role="status" className="empty:hidden">
        {code && describeProgress(code, isElsewhere)}
      </p>
      {code?.result && isUnlisted && <BeforeListing result={code.result} isListed={listing !== null} onForget={forget} />}
      {code?.result && <Result result={code.result} />}
      {problem !== null && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {code?.state === 'finished' && (
        <div className="flex flex-wrap gap-3">
          {listing !== null && !code.isPublished && (
            <Button busy={busy === 'publishing'} onClick={() => void publish()}>
              Publish on the listing
            </Button>
          )}
          <Button variant="secondary" busy={busy === 'asking'} onClick={() => void ask()}>
            Test again
          </Button>
        </div>
      )}
    </section>
  );
}

/** A test from the listing form may be of another phone than the one that is listed now. */
function BeforeListing({ result: { testedAt, model }, isListed, onForget }: { result: TestSummary; isListed: boolean; onForget: () => void }) {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-60 text-muted">
        Tested <Moment iso={testedAt} />. {model.note}{' '}
        {isListed
          ? 'You made this test before the phone was listed. Publish it only if it is this phone.'
          : 'Once the phone is listed, publish it from My Products.'}
      </p>
      <Button variant="secondary" size="small" onClick={onForget}>
        Remove this test
      </Button>
    </div>
  );
}

function Scan({ address }: { address: string }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>Scan this with the phone that is for sale. It tests itself in its browser, in about two minutes.</p>
      <QrCode text={address} label="QR code that opens the test on the phone for sale" />
      <a href={address} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4">
        This is the phone: open the test here
      </a>
      {!address.startsWith('https:') && (
        <p className="text-sm text-muted">This shop runs without HTTPS, so other phones can’t use their cameras and sensors here.</p>
      )}
    </div>
  );
}

function describeProgress({ state, progress }: PhoneTestCode, isElsewhere: boolean): string {
  if (isElsewhere) return 'A code is open on another screen, or was before you reloaded this page. Scan it there, or get a new one.';
  if (state === 'waiting') return 'Waiting for the phone.';
  if (state === 'expired') return 'The code has expired.';
  if (state === 'running') return progress ? `The phone is at: ${titleAt(progress.step)}.` : 'The test has begun on the phone.';
  return '';
}

/** The phone counts only the steps that its person sees. `step`: from 1. */
const titleAt = (step: number): string => Object.values(STEP_TITLES)[step - 1] ?? '';

function Result({ result }: { result: TestSummary }) {
  return (
    <div className="grid w-full gap-2">
      <p className="font-semibold">{describeResult(result)}</p>
      {describeDoubts(result).map((sentence) => (
        <p key={sentence} className="text-danger">
          {sentence}
        </p>
      ))}
      <details>
        <summary className="min-h-11 py-2 font-medium">What was tested</summary>
        <TestTable steps={result.steps} />
      </details>
    </div>
  );
}
