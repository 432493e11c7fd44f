import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/catalog.ts';
import { fieldOf, LISTING_KEYS } from '#contract/listing-fields.ts';
import { MODEL_KEYS, type PhoneModel, type PhoneModelHit } from '#contract/phone-models.ts';
import { SPECIFICATION_LABELS, type SpecificationKey } from '#contract/shared/specification.ts';
import { sentenceOf } from '../../../error-sentence.ts';
import { modelOptions } from '../../../queries/phone-models.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useApp } from '../../../use-app.tsx';
import { formatGigabytes, knownOf } from './filling.ts';
import { Chips, Columns, type Form, fillIn, put, SpecificationText, Text, TextFields, textOf } from './form-parts.tsx';
import { ModelField } from './model-field.tsx';
import { NotKnown } from './not-known.tsx';
import { textsOf } from './steps.ts';

/** Fields that this step lays out itself. */
const LAID_OUT = ['name', 'brand', 'model_name', 'storage', 'color'] as const;

/** The chosen model, and the fields that kept the seller's own text. */
type Taken = { model: PhoneModel; unchanged: string[] };

type PhoneStepProps = {
  form: Form;
  categories: Category[] /** The model stays as it is. */;
  isFixed: boolean;
  isAll: boolean;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
};

/** Asks which phone it is: found in the catalog, or entered by hand. */
export function PhoneStep({ form, categories, isFixed, isAll, isOpen, setOpen }: PhoneStepProps) {
  const { model, taken, failed, busy, choose, takeAll } = useModel(form, categories);
  const named = useWatch({ control: form.control, name: 'model_name' }) !== '';
  const [byHand, setByHand] = useState(false);
  const isNamed = isAll || byHand || named || isOpen;
  const typeByHand = (typed: string): void => {
    form.setValue('model', '');
    form.clearErrors('model');
    fillIn(form, { model_name: typed });
    setByHand(true);
    setOpen(true);
    requestAnimationFrame(() => form.setFocus('model_name'));
  };
  const rest: ReactNode = (
    <div className="grid gap-4 pt-3">
      {!isFixed && (
        <Columns>
          <CategoryField form={form} categories={categories} />
          <Text form={form} name="brand" />
          <Text form={form} name="model_name" />
        </Columns>
      )}
      <Columns>
        {MODEL_KEYS.map((key) => (
          <SpecificationText key={key} form={form} name={key} />
        ))}
      </Columns>
    </div>
  );
  return (
    <div className="grid gap-5">
      {!isFixed && (
        <ModelField
          chosen={model ? `${model.brand} ${model.model_name}` : ''}
          onChoose={(hit) => void choose(hit)}
          onByHand={typeByHand}
          busy={busy}
          error={form.formState.errors.model?.message}
        />
      )}
      {failed && <p role="alert">{failed}</p>}
      {taken && taken.model._id === model?._id && <TakenNote taken={taken} onTakeAll={takeAll} />}
      {!isNamed && (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => typeByHand('')}>
          My phone isn’t listed
        </Button>
      )}
      <div className={isNamed ? 'grid gap-5' : 'hidden'}>
        <Columns>
          <Choice form={form} name="storage" texts={model?.storage.map(formatGigabytes) ?? []} />
          <Choice form={form} name="color" texts={model?.colors ?? []} />
        </Columns>
        <TextFields form={form} names={textsOf('phone', LAID_OUT)} />
        {model && <Memory form={form} model={model} />}
        <NotKnown form={form} keys={MODEL_KEYS} />
        <details
          open={(isAll && !isFixed) || isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="group rounded-xl border border-line px-4 py-1"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
            <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
            {isFixed ? 'Specification' : 'Name and specification'}
            {!isFixed && model && <span className="text-sm font-normal text-muted">filled in from our catalog</span>}
          </summary>
          {rest}
        </details>
      </div>
    </div>
  );
}

/** Asks for the phone where nothing says yet which one it is, and not for each of the fields that a model fills in. */
export function asksForPhone(form: Form): boolean {
  if (form.getValues('model_name') !== '') return false;
  form.setError('model', { type: 'missing', message: 'Choose your phone, or enter its details yourself.' });
  document.querySelector<HTMLElement>('#step-phone [data-first]')?.focus();
  return true;
}

/** The chosen model, and what choosing another one does. */
function useModel(form: Form, categories: Category[]) {
  const { api } = useApp();
  const queries = useQueryClient();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data: model } = useQuery(modelOptions(api, useWatch({ control: form.control, name: 'model' })));

  const choose = async (hit: PhoneModelHit): Promise<void> => {
    setBusy(true);
    setFailed(null);
    form.clearErrors('model');
    try {
      const chosen = await queries.fetchQuery(modelOptions(api, hit._id));
      const known = knownOf(chosen, categories);
      // A match by model number also tells the exact variant.
      if (hit.model_number !== null) known['specification.model_number'] = hit.model_number;
      form.setValue('model', hit._id);
      setTaken({ model: chosen, unchanged: fillIn(form, known) });
    } catch (error) {
      fillIn(form, { brand: hit.brand, model_name: hit.model_name });
      setFailed(`We could only fill in the name. ${sentenceOf(error)}`);
    }
    setBusy(false);
  };
  const takeAll = (): void => {
    if (!taken) return;
    const known = knownOf(taken.model, categories);
    form.setValue('filled', { ...form.getValues('filled'), ...Object.fromEntries(taken.unchanged.map((name) => [name, textOf(form, name)])) });
    fillIn(form, Object.fromEntries(taken.unchanged.map((name) => [name, known[name] ?? null])));
    setTaken({ ...taken, unchanged: [] });
  };
  return { model, taken, failed, busy, choose, takeAll };
}

function CategoryField({ form, categories }: { form: Form; categories: Category[] }) {
  const category = form.register('name', {
    // Most phones are of the brand that their category is named after; a seller can change it.
    onChange: (event: { target: { value: string } }) => {
      if (form.getValues('brand') === '') put(form, 'brand', event.target.value);
    },
  });
  return (
    <SelectField label={fieldOf('name').label} error={form.formState.errors.name?.message} {...category}>
      <option value="">Choose a category</option>
      {categories.map(({ _id, name }) => (
        <option key={_id} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function TakenNote({ taken: { model, unchanged }, onTakeAll }: { taken: Taken; onTakeAll: () => void }) {
  const open = MODEL_KEYS.filter((key) => model.specification[key] === null && key !== 'storage' && key !== 'ram').map((key) => SPECIFICATION_LABELS[key]);
  return (
    <div role="status" className="grid gap-2 rounded-xl bg-sunken px-4 py-3">
      <p>
        We’ve filled in the details for {model.brand} {model.model_name}.{' '}
        {open.length > 0 && <span className="text-muted">Please add: {open.join(', ')}.</span>}
      </p>
      {unchanged.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-48">We kept what you entered for {unchanged.map(labelOf).join(', ')}.</p>
          <Button variant="secondary" size="small" onClick={onTakeAll}>
            Use catalog values
          </Button>
        </div>
      )}
    </div>
  );
}

function labelOf(name: string): string {
  const key = LISTING_KEYS.find((one) => one === name);
  return key ? fieldOf(key).label : (SPECIFICATION_LABELS[name.replace('specification.', '') as SpecificationKey] ?? name);
}

/** A field with the model's options, one press each. */
function Choice({ form, name, texts }: { form: Form; name: 'storage' | 'color'; texts: string[] }) {
  const chosen = useWatch({ control: form.control, name });
  const choose = (text: string): void => {
    put(form, name, text);
    if (name === 'storage') fillIn(form, { 'specification.storage': text });
  };
  return (
    <div className="grid content-start gap-2">
      <Text form={form} name={name} onTyped={name === 'storage' ? (text) => fillIn(form, { 'specification.storage': text }) : undefined} />
      {texts.length > 0 && <Chips label={`${fieldOf(name).label} options for this model`} texts={texts} chosen={chosen} onChoose={choose} />}
    </div>
  );
}

function Memory({ form, model }: { form: Form; model: PhoneModel }) {
  const chosen = useWatch({ control: form.control, name: 'specification.ram' });
  if (model.ram.length < 2) return null;
  return (
    <div className="grid gap-2">
      <p className="font-medium">RAM</p>
      <Chips
        label="RAM options for this model"
        texts={model.ram.map(formatGigabytes)}
        chosen={chosen}
        onChoose={(text) => put(form, 'specification.ram', text)}
      />
    </div>
  );
}
