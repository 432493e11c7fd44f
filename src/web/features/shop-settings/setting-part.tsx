import { type ReactNode, useId } from 'react';
import type { SettingName, ShopSettings } from '#contract/shop-settings.ts';
import { Button } from '../../ui/button.tsx';
import { SETTING_LABELS } from './setting-labels.ts';
import type { SettingsForm } from './use-settings-form.ts';

export type PartProps = { form: SettingsForm; settings: ShopSettings };

/** Related settings under a heading. */
export function SettingPart({
  title,
  intro,
  names,
  form,
  settings,
  children,
}: PartProps & { title: string; intro?: string; names: SettingName[]; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-5 border-t border-line pt-6">
      <div className="grid gap-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {intro && <p className="max-w-prose text-muted">{intro}</p>}
        <div className="grid gap-x-6 sm:flex sm:flex-wrap">
          {names.map((name) => (
            <Source key={name} name={name} form={form} settings={settings} />
          ))}
        </div>
      </div>
      {children}
    </section>
  );
}

/** Each is as high as the button, so that the field being typed into stays in its place. */
const SOURCE = 'flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted';

/** Where a setting's value comes from, and a button to restore the default. */
function Source({ name, form, settings }: PartProps & { name: SettingName }) {
  const isSet = form.draft.values[name] !== null;
  const variable = settings.variables[name];
  const text = SETTING_LABELS[name];
  if (!isSet)
    return (
      <p className={SOURCE}>
        {variable ? (
          <span>
            {text}: set by <code>{variable}</code>
          </span>
        ) : (
          `${text}: default`
        )}
      </p>
    );
  return (
    <p className={SOURCE}>
      {text}: set here
      <Button variant="secondary" size="small" onClick={() => form.set(name, null)}>
        Reset to default<span className="sr-only">: {text}</span>
      </Button>
    </p>
  );
}

/** The shop's message about a whole list, which has no field of its own. */
export const PartError = ({ message }: { message: string | undefined }) => (message ? <p className="text-sm text-danger">{message}</p> : null);
