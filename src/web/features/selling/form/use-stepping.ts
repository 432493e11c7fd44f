import { useState } from 'react';
import type { Path } from 'react-hook-form';
import { MODEL_KEYS } from '#contract/phone-models.ts';
import type { ListingForm } from './form-fields.ts';
import { useSteps } from './use-steps.ts';

/** Fields in the collapsible part of the phone step. */
const FOLDED: readonly Path<ListingForm>[] = ['name', 'brand', 'model_name', ...MODEL_KEYS.map((key) => `specification.${key}` as const)];

export type Stepping = ReturnType<typeof useStepping>;

/** Which step is shown, and whether the phone step's collapsible part is open. */
export function useStepping({ isAllAtFirst = false }: { isAllAtFirst?: boolean } = {}) {
  const steps = useSteps({ isAllAtFirst });
  const [isFolded, setFolded] = useState(true);
  const leadTo = (field: Path<ListingForm>, focus: () => void): void => {
    if (FOLDED.includes(field)) setFolded(false);
    steps.leadTo(field, focus);
  };
  return { steps, isFolded, setFolded, leadTo };
}
