import { useState } from 'react';
import { Combobox } from '#src/web/ui/combobox.tsx';
import { Field } from '#src/web/ui/field.tsx';
import { RULE_TEMPLATES, type RuleTemplate } from './templates.ts';

const ALL = RULE_TEMPLATES.flatMap(({ rules }) => rules);

/** A rule to begin with, found by its name or condition. */
export function TemplateField({
  chosen,
  onChoose,
}: {
  chosen: string;
  onChoose: (template: RuleTemplate) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const words = text?.trim().toLowerCase() ?? '';
  const groups = RULE_TEMPLATES.map(({ title, rules }) => ({
    title,
    options: rules
      .filter(({ name, condition }) => `${title} ${name} ${condition}`.toLowerCase().includes(words))
      .map(({ name, condition, timeframe }) => ({
        value: name,
        label: name,
        hint: `${condition} · ${timeframe}`,
      })),
  })).filter(({ options }) => options.length > 0);
  return (
    <Field label="Start from a template (optional)">
      {(control) => (
        <Combobox
          {...control}
          placeholder={`Search ${ALL.length} rules, such as golden cross`}
          chosen={chosen}
          value={chosen}
          found={{ groups, busy: false, failed: null, hasMore: false, none: 'No template has these words.' }}
          onSearch={setText}
          onChoose={(name) => {
            const template = ALL.find((each) => each.name === name);
            if (template) onChoose(template);
          }}
        />
      )}
    </Field>
  );
}
