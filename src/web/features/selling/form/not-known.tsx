import { useWatch } from 'react-hook-form';
import type { SpecificationKey } from '#contract/shared/specification.ts';
import { Button } from '../../../ui/button.tsx';
import { type Form, put } from './form-parts.tsx';
import { NOT_KNOWN } from './steps.ts';

/** Fills empty fields with “Not known” at one press. */
export function NotKnown({ form, keys }: { form: Form; keys: readonly SpecificationKey[] }) {
  const specification = useWatch({ control: form.control, name: 'specification' });
  const empty = keys.filter((key) => specification[key].trim() === '');
  if (empty.length === 0) return null;
  const count = empty.length === 1 ? '1 field is empty.' : `${empty.length} fields are empty.`;
  const fillEmpty = (): void => {
    for (const key of empty) put(form, `specification.${key}`, NOT_KNOWN);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-muted">{count}</p>
      <Button variant="secondary" size="small" onClick={fillEmpty}>
        Not known
        <span className="sr-only">: fill in “Not known” where it is empty</span>
      </Button>
    </div>
  );
}
