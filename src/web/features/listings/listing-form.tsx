import { type ReactNode, useEffect, useRef } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Category } from '#contract/catalogue.ts';
import { SPECIFICATION_KEYS, SPECIFICATION_LABELS } from '#contract/specification.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { ImeiField } from './imei-field.tsx';
import type { ListingForm as Fields, TextField } from './listing-form-fields.ts';
import type { Photo, PhotoUploads } from './photos/photo-uploads.ts';
import { isUnderWay, waitInWords } from './photos/photo-words.ts';
import { PhotosField } from './photos/photos-field.tsx';
import { STOPPED, useListingForm } from './use-listing-form.ts';

type Form = UseFormReturn<Fields>;

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="grid gap-4 border-t border-line pt-6">
    <legend className="float-left mb-2 font-display text-xl font-semibold">{title}</legend>
    {children}
  </fieldset>
);

const Columns = ({ children }: { children: ReactNode }) => <div className="clear-both grid gap-x-5 gap-y-3 sm:grid-cols-2">{children}</div>;

const Text = ({ form, name, label, hint, inputMode }: { form: Form; name: TextField; label: string; hint?: string; inputMode?: 'decimal' | 'tel' }) => (
  <Field
    label={label}
    hint={hint}
    inputMode={inputMode}
    autoComplete={name === 'mobile_number' ? 'tel' : 'off'}
    error={form.formState.errors[name]?.message}
    {...form.register(name)}
  />
);

const Photos = ({ form, photos, uploads }: { form: Form; photos: readonly Photo[]; uploads: PhotoUploads }) => (
  <Controller
    control={form.control}
    name="image"
    render={({ field, fieldState }) => <PhotosField ref={field.ref} photos={photos} uploads={uploads} error={fieldState.error?.message} />}
  />
);

const CategoryField = ({ form, categories }: { form: Form; categories: Category[] }) => {
  const category = form.register('name', {
    // Most phones are of the brand that their category is named after; whoever sells another types it over.
    onChange: (event: { target: { value: string } }) => {
      if (form.getValues('brand') === '') form.setValue('brand', event.target.value, { shouldDirty: true });
    },
  });
  return (
    <SelectField label="Category" error={form.formState.errors.name?.message} {...category}>
      <option value="">Choose a category</option>
      {categories.map(({ _id, name }) => (
        <option key={_id} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};

const PhoneGroup = ({ form, categories }: { form: Form; categories: Category[] }) => (
  <Group title="The phone">
    <Columns>
      <CategoryField form={form} categories={categories} />
      <Text form={form} name="brand" label="Brand" />
      <Text form={form} name="model_name" label="Model name" hint="As on the box, such as Galaxy S21" />
      <Text form={form} name="condition" label="Condition" hint="Such as Excellent, or Good with a scratch" />
      <Text form={form} name="color" label="Color" />
      <Text form={form} name="storage" label="Storage" hint="Such as 128 GB" />
      <ImeiField form={form} />
    </Columns>
  </Group>
);

const SAID_OF_WORTH = ['name', 'brand', 'model_name', 'storage', 'condition', 'original_price', 'resale_price', 'purchase_year', 'year_of_use'] as const;
type SaidOfWorth = Pick<Fields, (typeof SAID_OF_WORTH)[number]>;
type ShowWorth = (said: SaidOfWorth) => ReactNode;

/** Drawn anew with every key, and nothing around it. */
const Worth = ({ form, show }: { form: Form; show: ShowWorth }) => {
  const said = useWatch({ control: form.control, name: SAID_OF_WORTH });
  // Each name with its value, in their order.
  return show(Object.fromEntries(SAID_OF_WORTH.map((name, index) => [name, said[index] ?? ''])) as SaidOfWorth);
};

const SaleGroup = ({ form, worth }: { form: Form; worth: ShowWorth }) => (
  <Group title="The sale">
    <Columns>
      <Text form={form} name="resale_price" label="Resale price" hint="In dollars, such as 199 or 1,299.50" inputMode="decimal" />
      <Text form={form} name="original_price" label="Original price" hint="What it cost new" inputMode="decimal" />
      <Text form={form} name="purchase_year" label="Purchase year" />
      <Text form={form} name="year_of_use" label="Year of use" hint="How long it was used" />
    </Columns>
    <Worth form={form} show={worth} />
    <Columns>
      <Text form={form} name="location" label="Location" hint="Where it can be handed over" />
      <Text form={form} name="mobile_number" label="Mobile number" hint="Shown only to people who are signed in" inputMode="tel" />
    </Columns>
    <TextAreaField
      label="Description"
      rows={5}
      hint="What a buyer would ask you"
      error={form.formState.errors.description?.message}
      {...form.register('description')}
    />
  </Group>
);

const SpecificationGroup = ({ form }: { form: Form }) => (
  <Group title="Specification">
    <Columns>
      {SPECIFICATION_KEYS.map((key) => (
        <Field
          key={key}
          label={SPECIFICATION_LABELS[key]}
          autoComplete="off"
          error={form.formState.errors.specification?.[key]?.message}
          {...form.register(`specification.${key}`)}
        />
      ))}
    </Columns>
  </Group>
);

type ListingFormProps = { email: string; categories: Category[] /** What such a phone is worth, from its own feature. */; worth: ShowWorth };

/** Everything the shop asks about a phone. */
export const ListingForm = ({ email, categories, worth }: ListingFormProps) => {
  const { form, submit, photos, uploads, draft, stopWaiting } = useListingForm(email);
  const { errors, isSubmitting, isSubmitted, isValid, isDirty } = form.formState;
  const stopped = errors.root?.type === STOPPED;
  const button = useRef<HTMLButtonElement>(null);
  // The button that stopped it is gone: the focus returns to the one that sends again.
  useEffect(() => {
    if (stopped && !isSubmitting) button.current?.focus();
  }, [stopped, isSubmitting]);
  const wrong = Object.keys(errors).some((name) => name !== 'root');
  const waitsFor = isSubmitting ? photos.filter(isUnderWay) : [];
  return (
    <form noValidate onSubmit={submit} className="grid max-w-3xl gap-8" aria-label="Add a product">
      {draft && <DraftNotice draft={draft} isTyping={isDirty} />}
      <Photos form={form} photos={photos} uploads={uploads} />
      <PhoneGroup form={form} categories={categories} />
      <SaleGroup form={form} worth={worth} />
      <SpecificationGroup form={form} />
      <div className="grid gap-3">
        <div className="grid min-h-12 items-end">
          <p role="status" className={classNames(waitsFor.length === 0 && 'hidden')}>
            {waitsFor.length > 0 && waitInWords(waitsFor)}
          </p>
          <p role="alert" className={classNames(waitsFor.length > 0 && 'hidden', !stopped && 'text-danger')}>
            {errors.root?.message ?? (isSubmitted && !isValid && wrong ? 'Some fields need another look. What you typed is kept.' : null)}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button ref={button} type="submit" busy={isSubmitting} busyText="Loading...">
            Add Product
          </Button>
          {waitsFor.length > 0 && (
            <Button variant="secondary" onClick={stopWaiting}>
              Stop waiting
            </Button>
          )}
        </div>
      </div>
    </form>
  );
};
