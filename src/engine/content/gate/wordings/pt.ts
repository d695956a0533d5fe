import type { Wording } from './wording.ts';

export const PT: Wording = {
  closed: { close: 'fechou', open: 'abriu', live: 'era negociado' },
  ways: {
    up: { higher: 'em alta', above: 'acima', gain: 'em alta' },
    down: { higher: 'em queda', above: 'abaixo', gain: 'em queda' },
  },
  sides: { above: 'acima', below: 'abaixo' },
  figures: {
    open: ['a abertura', 'da abertura'],
    high: ['a máxima', 'da máxima'],
    low: ['a mínima', 'da mínima'],
    close: ['o fechamento', 'do fechamento'],
    previous_close: ['o fechamento anterior', 'do fechamento anterior'],
    volume: ['o volume', 'do volume'],
    mean_volume: ['o volume médio das barras anteriores', 'do volume médio das barras anteriores'],
    previous_high: ['a máxima das barras anteriores', 'da máxima das barras anteriores'],
    previous_low: ['a mínima das barras anteriores', 'da mínima das barras anteriores'],
    fast_average: ['a média móvel rápida', 'da média móvel rápida'],
    slow_average: ['a média móvel lenta', 'da média móvel lenta'],
    rsi: ['o IFR', 'do IFR'],
    previous_rsi: ['o IFR da barra anterior', 'do IFR da barra anterior'],
    level: ['o nível de IFR da regra', 'do nível de IFR da regra'],
    range_high: ['o topo da faixa de abertura', 'do topo da faixa de abertura'],
    range_low: ['o fundo da faixa de abertura', 'do fundo da faixa de abertura'],
    round_number: ['o número redondo', 'do número redondo'],
    start_close: ['o fechamento antes da sequência', 'do fechamento antes da sequência'],
    range: ['a amplitude real', 'da amplitude real'],
    mean_range: [
      'a amplitude real média das barras anteriores',
      'da amplitude real média das barras anteriores',
    ],
    min_pct: ['o limiar da regra', 'do limiar da regra'],
  },
  live: ['o preço', 'do preço'],
  extremes: {
    open: { highest: 'a abertura mais alta', lowest: 'a abertura mais baixa' },
    high: { highest: 'a máxima mais alta', lowest: 'a máxima mais baixa' },
    low: { highest: 'a mínima mais alta', lowest: 'a mínima mais baixa' },
    close: { highest: 'o fechamento mais alto', lowest: 'o fechamento mais baixo' },
    live: {
      highest: 'o preço mais alto, comparado aos fechamentos,',
      lowest: 'o preço mais baixo, comparado aos fechamentos,',
    },
  },
  since: {
    highest_close: 'o fechamento mais alto',
    lowest_close: 'o fechamento mais baixo',
    largest_rise: 'a maior alta de fechamento a fechamento',
    largest_fall: 'a maior queda de fechamento a fechamento',
  },
  sentences: {
    move: [
      '{{name}} {{closed}} a {{value}} {{when}}, {{size}} {{above}} do fechamento anterior de {{previous}}.',
      '{{name}} {{closed}} {{higher}} de {{size}} {{when}}.',
      'A {{value}}, {{name}} {{closed}} {{size}} {{above}} de seu fechamento anterior.',
      '{{name}} {{closed}} {{higher}} de {{size}}, a {{value}} após {{previous}}.',
    ],
    direction: [
      '{{name}} {{closed}} {{higher}} {{when}}.',
      '{{name}} {{closed}} {{above}} de seu fechamento anterior.',
      '{{name}} {{closed}} {{above}} de seu fechamento anterior {{when}}.',
    ],
    role: ['{{subject}} foi de {{value}}.', '{{subject}}: {{value}}.', '{{subject}} ficou em {{value}}.'],
    comparison: [
      '{{subject}}, de {{value}}, ficou {{above}} {{right}} de {{other}}.',
      '{{subject}} ficou {{above}} {{right}}: {{value}} contra {{other}}.',
    ],
    extreme: [
      'Foi {{extreme}} das últimas {{count}} {{bars}}.',
      'Foi {{extreme}} em {{count}} {{bars}}: {{value}}.',
      '{{value}} foi {{extreme}} das últimas {{count}} {{bars}}.',
    ],
    streak: [
      '{{name}} {{closed}} {{higher}} em {{count}} {{bars}} seguidas.',
      'Em {{count}} {{bars}} seguidas, {{name}} {{closed}} {{above}} do fechamento precedente.',
    ],
    first_since: ['Foi {{extreme}} desde {{since}}.', 'Trata-se de {{extreme}} desde {{since}}.'],
  },
  headlines: {
    move: [
      '{{name}} {{closed}} {{gain}} de {{size}}',
      '{{name}} {{closed}} a {{value}}, {{gain}} de {{size}}',
    ],
    direction: ['{{name}} {{closed}} {{higher}}', '{{name}} {{closed}} {{above}} de seu fechamento anterior'],
    role: ['{{name}}: {{left}} foi de {{value}}'],
    comparison: ['{{name}}: {{left}} ficou {{above}} {{right}}'],
    extreme: ['{{name}}: {{extreme}} das últimas {{count}} {{bars}}'],
    streak: ['{{name}} {{closed}} {{higher}} em {{count}} {{bars}} seguidas'],
    first_since: ['{{name}}: {{extreme}} desde {{since}}'],
  },
};
