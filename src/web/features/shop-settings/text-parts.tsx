import type { ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';
import { inForce } from './draft.ts';
import { PartError, type PartProps, SettingPart } from './setting-part.tsx';

const ORDINALS = ['First', 'Second', 'Third'];

export function ContactPart({ form, settings }: PartProps) {
  const community = inForce('community', form.draft, settings);
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
      {community.map(({ name, url }, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} community site`}>
          <Field
            label="Name"
            value={name}
            maxLength={30}
            error={form.errorAt(`community.${at}.name`)}
            onChange={({ currentTarget }) => form.set('community', changed(community, at, { name: currentTarget.value }))}
          />
          <Field
            label="Link"
            value={url}
            maxLength={300}
            error={form.errorAt(`community.${at}.url`)}
            onChange={({ currentTarget }) => form.set('community', changed(community, at, { url: currentTarget.value }))}
          />
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

/** Returns the same list with one entry changed. */
function changed<T extends object>(list: readonly T[], at: number, change: Partial<T>): T[] {
  return list.map((entry, place) => (place === at ? { ...entry, ...change } : entry));
}

export function SlidesPart({ form, settings }: PartProps) {
  const slides = inForce('slides', form.draft, settings);
  const write = (at: number, change: Partial<(typeof slides)[number]>): void => form.set('slides', changed(slides, at, change));
  return (
    <SettingPart
      title="Slides"
      intro="The first and third link to the popular brands, the second to sign-up."
      names={['slides']}
      form={form}
      settings={settings}
    >
      <PartError message={form.errorAt('slides')} />
      {slides.map(({ claim, text, button }, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} slide`}>
          <Field
            label="Headline"
            value={claim}
            maxLength={80}
            error={form.errorAt(`slides.${at}.claim`)}
            onChange={({ currentTarget }) => write(at, { claim: currentTarget.value })}
          />
          <Field
            label="Button"
            value={button}
            maxLength={30}
            error={form.errorAt(`slides.${at}.button`)}
            onChange={({ currentTarget }) => write(at, { button: currentTarget.value })}
          />
          <Field
            label="Text"
            value={text}
            maxLength={160}
            error={form.errorAt(`slides.${at}.text`)}
            onChange={({ currentTarget }) => write(at, { text: currentTarget.value })}
            className="sm:col-span-2"
          />
        </Entry>
      ))}
    </SettingPart>
  );
}

export function PromisesPart({ form, settings }: PartProps) {
  const promises = inForce('promises', form.draft, settings);
  const write = (at: number, change: Partial<(typeof promises)[number]>): void => form.set('promises', changed(promises, at, change));
  return (
    <SettingPart title="Promises" names={['promises']} form={form} settings={settings}>
      <PartError message={form.errorAt('promises')} />
      {promises.map(({ qualityFeature, description, terms = '' }, at) => (
        <Entry key={ORDINALS[at]} title={`${ORDINALS[at]} promise`}>
          <Field
            label="Promise"
            value={qualityFeature}
            maxLength={40}
            error={form.errorAt(`promises.${at}.qualityFeature`)}
            onChange={({ currentTarget }) => write(at, { qualityFeature: currentTarget.value })}
          />
          <Field
            label="Description"
            value={description}
            maxLength={200}
            error={form.errorAt(`promises.${at}.description`)}
            onChange={({ currentTarget }) => write(at, { description: currentTarget.value })}
            className="sm:col-span-2"
          />
          <Field
            label="Small print"
            value={terms}
            maxLength={200}
            hint="When the promise holds. Can be blank."
            error={form.errorAt(`promises.${at}.terms`)}
            onChange={({ currentTarget }) => write(at, { terms: currentTarget.value })}
            className="sm:col-span-2"
          />
        </Entry>
      ))}
    </SettingPart>
  );
}
