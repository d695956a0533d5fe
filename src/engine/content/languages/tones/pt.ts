import type { ToneWords } from './tone-words.ts';

export const PT: ToneWords = {
  kinds: {
    big_move: { told: '{{name}} {{rose}} {{size_pct}}', noted: '{{up}} de {{size_pct}}' },
    gap: { told: '{{name}} abriu {{higher}} de {{size_pct}}', noted: 'abertura {{higher}} de {{size_pct}}' },
    volume_spike: {
      told: '{{name}} negociou {{ratio}} vezes o volume habitual',
      noted: 'volume equivalente a {{ratio}} vezes a média',
    },
    new_extreme: {
      told: '{{name}} {{closed}} {{above}} da {{peak}} de {{window}} barras',
      noted: '{{price_word}} {{above}} da {{peak}} de {{window}} barras',
    },
    average_cross: {
      told: '{{name}} tem agora a média de {{fast}} barras {{above}} da de {{slow}}',
      noted: 'média de {{fast}} barras {{above}} da de {{slow}}',
    },
    rsi_cross: {
      told: '{{name}} tem agora RSI de {{rsi}}, {{above}} de {{level}}',
      noted: 'RSI {{above}} de {{level}}, em {{rsi}}',
    },
    volatility_spike: {
      told: '{{name}} oscilou {{ratio}} vezes a amplitude habitual',
      noted: 'amplitude equivalente a {{ratio}} vezes a média',
    },
    streak: {
      told: '{{name}} {{rose}} em {{length}} {{bars}} seguidas',
      noted: '{{up}} de {{size_pct}} em {{length}} {{bars}} seguidas',
    },
    round_number: {
      told: '{{name}} {{crossed}} {{round_number}}',
      noted: '{{price_word}} de {{close}}, {{above}} de {{round_number}}',
    },
    opening_range_break: {
      told: '{{name}} rompeu a faixa de abertura, {{higher}}',
      noted: '{{price_word}} {{above}} da faixa de abertura',
    },
    candle: {
      told: '{{name}} desenhou o padrão “{{candle}}” em {{bars}}',
      noted: 'padrão de candles “{{candle}}”, em {{bars}}',
    },
    rule: { told: '{{name}} cumpriu uma regra, {{condition}}', noted: 'cumpre a regra {{condition}}' },
    long: {
      told: '{{name}} cumpriu as condições de uma regra',
      noted: 'cumpre todas as condições de uma regra',
    },
  },
  frames: {
    plain: ['{{words}}', 'O que aconteceu: {{words}}', 'Em resumo: {{words}}'],
    formal: ['{{name}}: {{words}}', 'Registro de {{name}}: {{words}}', 'Informe sobre {{name}}: {{words}}'],
    lively: ['{{words}}!', 'Atenção! {{words}}', 'Olha só! {{words}}'],
  },
};
