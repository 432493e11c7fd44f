import { useEffect, useRef } from 'react';
import { CODE_STEP_SECONDS } from '#contract/handover-code.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import type { ShownCode } from './use-code.ts';

const AROUND = 2 * Math.PI * 8;

/** The code that the other side scans or types, with a ring that closes until the next one. */
export function ShowCode({ code, other }: { code: ShownCode | null; other: string }) {
  useAwakeScreen();
  return (
    <div className="grid justify-items-center gap-3">
      <div className="aspect-square w-full max-w-72 rounded-xl bg-white">
        {code && <QrCode text={code.address} label={`QR code for the ${other} to scan`} className="size-full" />}
      </div>
      <p className="flex min-h-11 items-center gap-3">
        {code && (
          <>
            <span className="font-display text-3xl font-semibold tracking-widest tabular-nums" data-code>
              <span className="sr-only">Code: </span>
              {code.digits.slice(0, 3)} {code.digits.slice(3)}
            </span>
            <Ring code={code} />
          </>
        )}
      </p>
      <p className="text-center text-sm text-muted">A new code every {CODE_STEP_SECONDS} seconds</p>
    </div>
  );
}

function Ring({ code: { step, endsAt } }: { code: ShownCode }) {
  const ring = useRef<SVGCircleElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts over with each step
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const left = Math.max(0, endsAt - Date.now());
    const frames = [{ strokeDashoffset: AROUND * (1 - left / (CODE_STEP_SECONDS * 1000)) }, { strokeDashoffset: AROUND }];
    const motion = ring.current?.animate(frames, { duration: left, fill: 'forwards' });
    return () => motion?.cancel();
  }, [step, endsAt]);
  return (
    <svg viewBox="0 0 20 20" className="size-6 -rotate-90 text-accent" aria-hidden="true">
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeOpacity="0.2" strokeWidth="3" />
      <circle ref={ring} cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="3" strokeDasharray={AROUND} />
    </svg>
  );
}

/** Keeps the screen on while the code is shown, where browsers can. */
function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery: then the screen goes dark as usual.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
