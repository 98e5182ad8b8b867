// The board's own few texts; all others come from the scene.
const en = {
  confirm: 'Play', back: 'Back', turn: 'Turn', centre: 'Centre', pause: 'Pause', go: 'Resume', next: 'One step forward', skip: 'To the end', speed: 'Speed', scrub: 'Position in the move',
  board: 'Board', pass: 'Pass: there is no other move.', filter: 'Type or pick a move', choosable: 'selectable', chosen: 'chosen', empty: 'empty', used: 'used', times: '{n} × ',
  disc: 'disc', stones: 'stones', amazon: 'amazon', knight: 'knight', burnt: 'burnt', card: 'card', checker: 'checker', die: 'die', cube: 'cube', token: 'token', piece: 'piece',
  quarter: 'rotated by {n} quarter turns', nothing: 'No move {text}', more: '… and {n} more',
}
const ja: typeof en = {
  confirm: '指す', back: '戻す', turn: '回す', centre: '中央へ', pause: '一時停止', go: '再開', next: '一つ進む', skip: '最後まで', speed: '速さ', scrub: '再生位置',
  board: '盤', pass: 'パス：ほかに手がありません。', filter: '手を入力または選択', choosable: '選択可', chosen: '選択中', empty: '空き', used: '使用済み', times: '{n}個の',
  disc: 'ディスク', stones: '石', amazon: 'アマゾン', knight: 'ナイト', burnt: '潰れたマス', card: 'カード', checker: '駒', die: 'サイコロ', cube: 'キューブ', token: 'トークン', piece: '駒',
  quarter: '90度×{n}回転', nothing: '手「{text}」はありません', more: '… ほか{n}手',
}
export type Word = keyof typeof en
export function word(lang: string, key: Word, args: Record<string, string | number> = {}): string {
  return (lang.startsWith('ja') ? ja : en)[key].replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
}
