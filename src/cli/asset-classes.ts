/**
 * What is worth an alert depends on what is traded: a move of 5 % is a large one for a share and beyond anything a
 * currency pair does in a day. Crypto never closes, so it has no gaps.
 */
const MOVES = {
  equity: ['big_move:min_pct=5', 'gap:min_pct=3'],
  fx: ['big_move:min_pct=1.5', 'gap:min_pct=0.5'],
  metal: ['big_move:min_pct=3', 'gap:min_pct=0.5'],
  crypto: ['big_move:min_pct=10'],
} as const;

const EVERY = [
  'volume_spike:min_ratio=3,window=20',
  'new_high:window=252,quiet=20',
  'new_low:window=252,quiet=20',
  'golden_cross:fast=50,slow=200',
  'death_cross:fast=50,slow=200',
  'rsi_cross:period=14,level=70,direction=up',
  'rsi_cross:period=14,level=30,direction=down',
] as const;

export const ASSET_CLASSES = Object.keys(MOVES) as readonly AssetClass[];
export type AssetClass = keyof typeof MOVES;

/** Every detector as it is set for a class, in the notation of --detector. */
export const detectorsOf = (assetClass: AssetClass): readonly string[] => [...MOVES[assetClass], ...EVERY];

/**
 * One detector by its name as it is set for a class, in the notation of --detector: rsi_cross in both directions; empty
 * where the class has no value for it.
 */
export const detectorNamed = (assetClass: AssetClass, name: string): readonly string[] =>
  detectorsOf(assetClass).filter((text) => text.startsWith(`${name}:`));
