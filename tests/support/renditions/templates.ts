import type { LayoutChoice } from '#src/engine/content/templates/lay-out-with.ts';
import { FORMS, STYLES } from '#src/shared/content/layout.ts';
import type { TemplateContent } from '#src/shared/templates.ts';
import { AUTHOR } from './alerts.ts';

const everywhere = [...FORMS];
const own = (name: string, content: TemplateContent): LayoutChoice => ({
  style: content.style,
  template: { id: '00000000-0000-7000-8000-000000000001', name, version: 1, content },
});

const BLOCKS = own('blocks', {
  style: 'rich',
  source: null,
  blocks: [
    { kind: 'headline', in: everywhere },
    { kind: 'figure', in: everywhere },
    {
      kind: 'text',
      in: everywhere,
      text: `{{ticker}}: open {{open}}, high {{high}}, low {{low}}, close {{close}} ({{interval}}). Compared: {{plot_0}}. ${AUTHOR.text}.`,
    },
    { kind: 'table', in: ['page', 'message'] },
    { kind: 'chart', in: everywhere },
    {
      kind: 'button',
      in: everywhere,
      label: 'Chart at {{close}}',
      url: 'https://charts.example/{{ticker}}',
      utm: { source: 'alert' },
    },
    { kind: 'disclaimers', in: everywhere },
  ],
});

const SOURCE = own('source', {
  style: 'standard',
  blocks: [
    { kind: 'headline', in: everywhere },
    { kind: 'disclaimers', in: everywhere },
  ],
  source: `<h2>{{ headline }}</h2><p>{{ dateline }}</p><p>{{ figure.label }}: <b>{{ figure.value }}</b></p>
<p>{{ summary }}</p>{% for each in paragraphs %}<p>{{ each }}</p>{% endfor %}
<p>{{ time }} · {{ close }} {{ syminfo.currency }}, volume {{ volume }}. ${AUTHOR.text}.</p>
<table>{% for row in rows %}<tr><td>{{ row.label }}</td><td>{{ row.value }}</td></tr>{% endfor %}</table>
<img src="{{ chart.src }}" alt="{{ chart.alt }}">{% for each in disclaimers %}<p>{{ each }}</p>{% endfor %}`,
});

/** Our three layouts, and two templates that a workspace could have made: of blocks, and of HTML. */
export const TEMPLATES: readonly { name: string; choice: LayoutChoice }[] = [
  ...STYLES.map((style) => ({ name: style, choice: { style, template: null } })),
  { name: 'blocks', choice: BLOCKS },
  { name: 'source', choice: SOURCE },
];
