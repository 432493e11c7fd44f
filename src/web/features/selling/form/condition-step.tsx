import { useWatch } from 'react-hook-form';
import { answersTo, CONDITION_LABELS, gradeOfAnswers, QUESTIONS } from '#contract/shared/condition.ts';
import { CONDITION_QUESTION_KEYS, type ConditionAnswers, type ConditionQuestion } from '#contract/shared/condition-answers.ts';
import { SPECIFICATION_LABELS } from '#contract/shared/specification.ts';
import { Button } from '../../../ui/button.tsx';
import { ConditionDrawing } from './condition-drawing.tsx';
import { describePhone } from './description.ts';
import { emptyListing } from './form-fields.ts';
import { Chips, Columns, type Form, fillIn, put, SpecificationText, Text, TextFields } from './form-parts.tsx';
import { ImeiField } from './imei-field.tsx';
import { NotKnown } from './not-known.tsx';
import { OWN_SPECIFICATION, PHONE_SPECIFICATION, textsOf } from './steps.ts';

/** Asks for the phone's condition with pictures, and for what is specific to this phone. */
export function ConditionStep({ form, hasImei }: { form: Form /** Whether the IMEI is asked for. */; hasImei: boolean }) {
  const callNew = (): void => {
    form.setValue('answers', emptyListing().answers);
    fillIn(form, { condition: CONDITION_LABELS.new });
    describePhone(form);
  };
  return (
    <div className="grid gap-6">
      {CONDITION_QUESTION_KEYS.map((question) => (
        <Question key={question} form={form} question={question} />
      ))}
      <Button variant="quiet" size="small" className="justify-self-start" onClick={callNew}>
        It’s new and sealed
      </Button>
      <Grade form={form} />
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="float-left mb-1 font-display text-lg font-semibold">Lock and warranty</legend>
        <div className="clear-both">
          <NotKnown form={form} keys={PHONE_SPECIFICATION} />
        </div>
        <Columns>
          {PHONE_SPECIFICATION.map((name) => (
            <OwnField key={name} form={form} name={name} />
          ))}
        </Columns>
        {hasImei && <ImeiField form={form} />}
        <TextFields form={form} names={textsOf('condition', ['condition', 'imei'])} />
      </fieldset>
    </div>
  );
}

function Question({ form, question }: { form: Form; question: ConditionQuestion }) {
  // On blur, react-hook-form would set the answer to null when none is chosen: to pass with the Tab key is no answer.
  const { onBlur: _, ...answer } = form.register(`answers.${question}`, { onChange: () => takeAnswers(form, form.getValues('answers')) });
  const error = form.formState.errors.answers?.[question]?.message;
  return (
    <fieldset className="grid gap-2">
      <legend className="float-left mb-1 font-medium">{QUESTIONS[question]}</legend>
      <div className="clear-both grid grid-cols-2 gap-2 sm:grid-cols-4">
        {answersTo(question).map(({ key, label, hint }) => (
          <label
            key={key}
            className="relative grid min-h-11 cursor-pointer content-start justify-items-center gap-1 rounded-xl border border-line-strong bg-surface px-2 py-3 text-center hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input type="radio" value={key} {...answer} className="absolute inset-0 size-full cursor-pointer opacity-0" />
            <ConditionDrawing question={question} answer={key} />
            <span className="text-base leading-snug font-medium">{label}</span>
            {hint && <span className="text-sm leading-snug text-muted">{hint}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Fills in the grade and the start of the description from the answers. The seller's own text stays. */
function takeAnswers(form: Form, answers: ConditionAnswers): string[] {
  const grade = gradeOfAnswers(answers);
  const unchanged = grade === null ? [] : fillIn(form, { condition: CONDITION_LABELS[grade] });
  describePhone(form);
  return unchanged;
}

function Grade({ form }: { form: Form }) {
  const [answers, condition, filled] = useWatch({ control: form.control, name: ['answers', 'condition', 'filled'] });
  const grade = gradeOfAnswers(answers);
  const label = grade === null ? null : CONDITION_LABELS[grade];
  const isOther = label !== null && condition !== '' && condition !== label;
  return (
    <div className="grid gap-2">
      <p role="status" className="min-h-6">
        {label === null && 'Answer the questions about its screen, back and frame, battery and working order, and we’ll suggest a condition.'}
        {label !== null && !isOther && `Based on your answers: ${label}.`}
        {isOther && `Based on your answers: ${label}. We kept what you wrote: “${condition}”.`}
      </p>
      {isOther && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => {
            form.setValue('filled', { ...filled, condition: label });
            put(form, 'condition', label);
          }}
        >
          Use “{label}”
        </Button>
      )}
      <Text form={form} name="condition" />
    </div>
  );
}

/** A field specific to this phone, with common answers. */
function OwnField({ form, name }: { form: Form; name: (typeof PHONE_SPECIFICATION)[number] }) {
  const chosen = useWatch({ control: form.control, name: `specification.${name}` });
  return (
    <div className="grid content-start gap-2">
      <SpecificationText form={form} name={name} />
      <Chips
        label={`${SPECIFICATION_LABELS[name]}: common answers`}
        texts={OWN_SPECIFICATION[name]}
        chosen={chosen}
        onChoose={(text) => put(form, `specification.${name}`, text)}
      />
    </div>
  );
}
