import { useEffect, useRef } from 'react';
import { AuditAct, type AuditFilter as Filter } from '#contract/audit.ts';
import { Form, Link } from '../../router/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { ACTS } from './audit-text.ts';
import { useExport } from './queries.ts';

const PAGE = '/dashboard/auditLog';

/** Filters the log; the filter is part of the page's address. */
export function AuditFilter({ filter }: { filter: Filter }) {
  const download = useExport(filter);
  const form = useRef<HTMLFormElement>(null);
  const narrowed = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the filter changes, as by a link.
  useEffect(() => form.current?.reset(), [narrowed]);
  return (
    <Form action={PAGE} ref={form} aria-label="Filter the log" className="grid gap-x-4 gap-y-1 rounded-2xl border border-line p-4 sm:grid-cols-2">
      <Field label="Who" name="who" defaultValue={filter.who} hint="An email address, an ID, “shop” or “operator”" />
      <Field label="About" name="subject" defaultValue={filter.subject} hint="An ID or a person’s email address" />
      <SelectField key={filter.act} label="What" name="act" defaultValue={filter.act ?? ''} className="sm:col-span-2">
        <option value="">Everything</option>
        {AuditAct.options.map((act) => (
          <option key={act} value={act}>
            {ACTS[act]}
          </option>
        ))}
      </SelectField>
      <Field label="From" name="from" type="date" defaultValue={filter.from} hint="Days are in UTC" />
      <Field label="To" name="to" type="date" defaultValue={filter.to} hint="Days are in UTC" />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit">Show</Button>
        <Link to={PAGE} className={buttonClass({ variant: 'secondary' })}>
          Everything
        </Link>
        <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </div>
    </Form>
  );
}
