import type { ChangeEvent, ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';
import { inForce } from './draft.ts';
import { PartError, type PartProps, SettingPart } from './setting-part.tsx';
import type { SettingsForm } from './use-settings-form.ts';

const ORDINALS = ['First', 'Second', 'Third'];

export function ContactPart({ form, settings }: PartProps) {
  const community = inForce('community', form.draft, settings);
  const field = fieldsOf(community, { name: 'community', form, write: (next) => form.set('community', next) });
  return (
    <SettingPart title="Contact and community" names={['phone', 'email', 'community']} form={form} settings={settings}>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <Field
          label="Phone number"
          value={inForce('phone', form.draft, settings)}
          maxLength={40}
          error={form.errorAt('phone')}
          onChange={({ currentTarget }) => form.set('phone', currentTarget.value)}
        />
        <Field
          label="Email address"
          value={inForce('email', form.draft, settings)}
          maxLength={254}
          error={form.errorAt('email')}
          onChange={({ currentTarget }) => form.set('email', currentTarget.value)}
        />
      </div>
      <PartError message={form.errorAt('community')} />
      {community.map((_, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} community site`}>
          <Field label="Name" maxLength={30} {...field(at, 'name')} />
          <Field label="Link" maxLength={300} {...field(at, 'url')} />
        </Entry>
      ))}
    </SettingPart>
  );
}

function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-5 gap-y-2 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

type Fields<T> = { name: string; form: Pick<SettingsForm, 'errorAt'>; write: (list: T[]) => void };

/** The properties of the field of an entry’s text. */
function fieldsOf<T extends Record<string, string | undefined>>(list: T[], { name, form, write }: Fields<T>) {
  return (at: number, key: keyof T & string) => ({
    value: list[at]?.[key] ?? '',
    error: form.errorAt(`${name}.${at}.${key}`),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      write(list.map((entry, place) => (place === at ? { ...entry, [key]: currentTarget.value } : entry))),
  });
}

export function SlidesPart({ form, settings }: PartProps) {
  const slides = inForce('slides', form.draft, settings);
  const field = fieldsOf(slides, { name: 'slides', form, write: (next) => form.set('slides', next) });
  return (
    <SettingPart
      title="Slides"
      intro="The first and third link to the popular brands, the second to sign-up."
      names={['slides']}
      form={form}
      settings={settings}
    >
      <PartError message={form.errorAt('slides')} />
      {slides.map((_, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} slide`}>
          <Field label="Headline" maxLength={80} {...field(at, 'claim')} />
          <Field label="Button" maxLength={30} {...field(at, 'button')} />
          <Field label="Text" maxLength={160} {...field(at, 'text')} className="sm:col-span-2" />
        </Entry>
      ))}
    </SettingPart>
  );
}

export function PromisesPart({ form, settings }: PartProps) {
  const promises = inForce('promises', form.draft, settings);
  const field = fieldsOf(promises, { name: 'promises', form, write: (next) => form.set('promises', next) });
  return (
    <SettingPart title="Promises" names={['promises']} form={form} settings={settings}>
      <PartError message={form.errorAt('promises')} />
      {promises.map((_, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} promise`}>
          <Field label="Promise" maxLength={40} {...field(at, 'qualityFeature')} />
          <Field label="Description" maxLength={200} {...field(at, 'description')} className="sm:col-span-2" />
          <Field label="Small print" maxLength={200} {...field(at, 'terms')} hint="When the promise holds. Can be blank." className="sm:col-span-2" />
        </Entry>
      ))}
    </SettingPart>
  );
}
