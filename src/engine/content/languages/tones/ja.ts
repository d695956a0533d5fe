import type { ToneWords } from './tone-words.ts';

export const JA: ToneWords = {
  kinds: {
    big_move: { told: '{{name}}は{{size_pct}}{{rose}}ました', noted: '{{size_pct}}の{{rises}}' },
    gap: {
      told: '{{name}}は{{size_pct}}{{higher}}で寄り付きました',
      noted: '前の終値から{{size_pct}}{{higher}}の寄り付き',
    },
    volume_spike: {
      told: '{{name}}の出来高は通常の{{ratio}}倍でした',
      noted: '平均の{{ratio}}倍の出来高',
    },
    new_extreme: {
      told: '{{name}}は直近{{window}}本の{{peak}}を更新しました',
      noted: '直近{{window}}本の{{peak}}を更新する{{price_word}}',
    },
    average_cross: {
      told: '{{name}}の{{fast}}本移動平均が{{slow}}本移動平均を{{crossed}}',
      noted: '{{fast}}本移動平均による{{slow}}本移動平均の{{crosses}}',
    },
    rsi_cross: {
      told: '{{name}}のRSIが{{level}}を{{crossed}}',
      noted: 'RSIによる{{level}}の{{crosses}}、{{rsi}}',
    },
    volatility_spike: {
      told: '{{name}}の値幅は通常の{{ratio}}倍でした',
      noted: '平均の{{ratio}}倍の値幅',
    },
    streak: {
      told: '{{name}}は{{bars}}で{{length}}本続けて{{rose}}ました',
      noted: '{{bars}}で{{length}}本連続、{{size_pct}}の{{rises}}',
    },
    round_number: {
      told: '{{name}}は{{round_number}}を{{crossed}}',
      noted: '{{round_number}}の{{crosses}}、{{price_word}}は{{close}}',
    },
    opening_range_break: {
      told: '{{name}}はオープニングレンジを{{crossed}}',
      noted: '{{price_word}}によるオープニングレンジの{{crosses}}',
    },
    candle: {
      told: '{{name}}の{{bars}}に「{{candle}}」が現れました',
      noted: '{{bars}}における「{{candle}}」の形',
    },
    rule: {
      told: '{{name}}はルールの条件を満たしました：{{condition}}',
      noted: '{{condition}}の条件を充足',
    },
    long: { told: '{{name}}はルールの条件を満たしました', noted: 'ルールの全条件を充足' },
  },
  frames: {
    plain: ['{{words}}', '起きたこと：{{words}}', 'ひとことで：{{words}}'],
    formal: ['{{name}}：{{words}}', '{{name}}の記録：{{words}}', '{{name}}に関する報告：{{words}}'],
    lively: ['{{words}}！', '注目！{{words}}', 'チェック！{{words}}'],
  },
};
