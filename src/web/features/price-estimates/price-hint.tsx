import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApp } from '../../use-app.tsx';
import { adviceFor } from './price-advice.ts';
import { describeReasons } from './price-reasons.ts';
import { type PhoneInput, priceEstimateOptions } from './queries.ts';

/** The pause in typing before the estimate is requested, in milliseconds. */
const PAUSE_MS = 400;
/** Nothing longer is a brand, price or year. */
const MAX_LENGTH = 200;

/** A price estimate beside the price that a seller types. It only advises: where it isn't available, nothing is shown. */
export function PriceHint({ input }: { input: PhoneInput }) {
  const { api } = useApp();
  const asked = usePaused(input);
  const enough = isEnough(asked);
  const { data: estimate } = useQuery({ ...priceEstimateOptions(api, asked), enabled: enough, placeholderData: (previous) => previous });
  const shown = enough ? estimate : undefined;
  return (
    <div className="grid min-h-12 content-start gap-1 rounded-xl bg-sunken px-4 py-3">
      <p role="status" aria-live="polite">
        {shown ? adviceFor(shown, asked.resale_price) : 'Enter the model, original price and purchase year to see what similar phones sell for.'}
      </p>
      {shown && (
        <details className="text-sm">
          <summary className="min-h-6 font-medium">Why</summary>
          <ul className="mt-1 grid list-disc gap-1 pl-5 text-muted">
            {describeReasons(shown).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Returns the phone as of the last pause in typing. */
function usePaused(input: PhoneInput): PhoneInput {
  const written = JSON.stringify(bounded(input));
  const [paused, setPaused] = useState(written);
  useEffect(() => {
    const pause = setTimeout(() => setPaused(written), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [written]);
  return JSON.parse(paused) as PhoneInput;
}

function bounded(input: PhoneInput): PhoneInput {
  return (
    // The same fields, each truncated.
    Object.fromEntries(Object.entries(input).map(([name, text]) => [name, [...text.trim()].slice(0, MAX_LENGTH / 2).join('')])) as PhoneInput
  );
}

function isEnough({ brand, model_name, original_price, resale_price }: PhoneInput): boolean {
  return brand !== '' && model_name !== '' && (original_price !== '' || resale_price !== '');
}
