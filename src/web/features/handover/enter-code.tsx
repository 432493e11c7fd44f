import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { HandoverDirection } from '#contract/handover.ts';
import { CODE_DIGITS, readCodeAddress, type ScannedCode } from '#contract/handover-code.ts';
import type { OrderSide } from '#contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Proving } from './use-proof.ts';

const loadScanner = () => import('./scanner.tsx');
const Scanner = lazy(async () => ({ default: (await loadScanner()).Scanner }));

type Props = { orderId: string; direction: HandoverDirection; receiver: OrderSide; ahead: number; proving: Proving };

/** Scans or types the code on the other side's phone. */
export function EnterCode({ orderId, direction, receiver, ahead, proving }: Props) {
  const [isScanning, setScanning] = useState(false);
  const [digits, setDigits] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const begin = () => ({ direction, madeAt: Date.now() + ahead, offline: false });

  const scanned = (code: ScannedCode | null) => {
    setScanning(false);
    setProblem(null);
    if (!code) return setProblem('This QR code isn’t one of ours.');
    if (code.orderId !== orderId) return setProblem('This is the code of another order. Ask the other side to open this order on their phone.');
    const { step, mac } = code;
    void proving.prove({ kind: 'code', body: { ...begin(), direction: code.direction, code: { how: 'scanned', orderId, step, mac } } });
  };
  const type = (text: string) => {
    const typed = text.replace(/\D/gu, '').slice(0, CODE_DIGITS);
    setDigits(typed);
    setProblem(null);
    if (typed.length < CODE_DIGITS || proving.isBusy) return;
    void proving.prove({ kind: 'code', body: { ...begin(), code: { how: 'typed', digits: typed } } }).then(() => setDigits(''));
  };
  useOpenedCode(scanned);
  return (
    <div className="grid gap-4">
      {isScanning ? (
        <Suspense fallback={<div className="aspect-square w-full max-w-72 justify-self-center rounded-xl bg-sunken" />}>
          <Scanner onFound={scanned} onClose={() => setScanning(false)} />
        </Suspense>
      ) : (
        <Button onClick={() => setScanning(true)} busy={proving.isBusy}>
          <Icon name="scan-line" className="size-5" />
          Scan the {receiver}’s code
        </Button>
      )}
      <Field
        label="Or type the six digits"
        value={digits}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={CODE_DIGITS + 1}
        roomy
        error={problem ?? proving.refusal ?? undefined}
      />
    </div>
  );
}

/** A code that the phone's own camera app opened as an address counts as scanned. Also gets the scanner ready for when there is no connection. */
function useOpenedCode(onCode: (code: ScannedCode) => void): void {
  const take = useEffectEvent(() => {
    const code = readCodeAddress(window.location.href);
    if (!code) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    onCode(code);
  });
  useEffect(() => {
    take();
    const listen = () => take();
    void loadScanner().catch(() => null);
    window.addEventListener('hashchange', listen);
    return () => window.removeEventListener('hashchange', listen);
  }, []);
}
