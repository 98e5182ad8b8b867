// The board's own few texts; all others come from the scene.
const en = {
  confirm: 'Play', back: 'Back', turn: 'Turn', centre: 'Centre', pause: 'Pause', go: 'Go on', next: 'One step on', skip: 'To the end', speed: 'Speed', scrub: 'Where the move is shown',
  board: 'Board', pass: 'Pass: there is no other move.', filter: 'Type or pick a move', choosable: 'can be chosen', chosen: 'chosen', empty: 'empty', used: 'used', times: '{n} × ',
  disc: 'disc', stones: 'stones', amazon: 'amazon', knight: 'knight', burnt: 'burnt', card: 'card', checker: 'checker', die: 'die', cube: 'cube', token: 'token', piece: 'piece',
  quarter: 'turned by {n} quarters', nothing: 'No move {text}', more: '… and {n} more',
}
const ja: typeof en = {
  confirm: '指す', back: '戻す', turn: '回す', centre: '中央へ', pause: '一時停止', go: '再開', next: '一つ進む', skip: '最後まで', speed: '速さ', scrub: '再生位置',
  board: '盤', pass: 'パス：ほかに手がありません。', filter: '手を入力または選択', choosable: '選べます', chosen: '選択中', empty: '空き', used: '使用済み', times: '{n}個の',
  disc: '石', stones: '種石', amazon: 'アマゾン', knight: 'ナイト', burnt: '焼けたマス', card: 'カード', checker: 'チェッカー', die: 'サイコロ', cube: 'キューブ', token: 'トークン', piece: '駒',
  quarter: '{n}回転', nothing: '手「{text}」はありません', more: '… ほか{n}手',
}
export type Word = keyof typeof en
export function word(lang: string, key: Word, args: Record<string, string | number> = {}): string {
  return (lang.startsWith('ja') ? ja : en)[key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
}
