#include <gtest/gtest.h>

#include <set>

#include "engines/hichain/mate.hpp"
#include "engines/hichain/player.hpp"
#include "games/hichain/hichain.hpp"
#include "research/hichain/chain_tree.hpp"
#include "research/hichain/games.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

Board random_board(const Hichain& g, std::uint64_t seed, int plies) {
  Random random(seed);
  Board board = g.board(g.initial());
  for (int ply = 0; ply < plies; ++ply) {
    const auto drawn = g.sample(board, random);
    if (drawn.count == 0) break;
    g.play(board, drawn.move);
  }
  return board;
}

std::vector<Move> listed(const Hichain& g, const Board& board) {
  std::vector<Move> out(g.move_capacity());
  MoveList<Move> list(out.data(), g.move_capacity());
  g.moves(board, list);
  out.resize(list.size());
  return out;
}

/// Slow twin: the definition, on positions.
bool plainly_forced(const Hichain& g, const HichainRules::Position& p, int k, int gain);
bool plainly_mates(const Hichain& g, const HichainRules::Position& p, Move m, int k, int gain) {
  auto q = p;
  g.play(q, m);
  const auto replies = listed(g, g.board(q));
  if (q.royal != 0 || replies.empty()) return false;
  for (const Move r : replies) {
    auto next = q;
    g.play(next, r);
    if (next.royal != 0 || !plainly_forced(g, next, k - 1, gain)) return false;
  }
  return true;
}
bool plainly_forced(const Hichain& g, const HichainRules::Position& p, int k, int gain) {
  const Board board = g.board(p);
  const auto mover = static_cast<std::size_t>(p.mover);
  const auto moves = listed(g, board);
  Board trial = board;
  for (const Move m : moves) {
    g.play(trial, m);
    const int gained = g.score(trial)[mover] - g.score(board)[mover];
    const bool royal = trial.at.royal != 0;
    g.undo(trial);
    if (gained >= gain || royal) return true;
  }
  if (k == 0) return false;
  for (const Move m : moves)
    if (plainly_mates(g, p, m, k, gain)) return true;
  return false;
}

// clang-format off
/// Positions of random play in which neither side can score at once and the side to move has a mate in one, checked by the exhaustive
/// search (mate.hpp). Scoring means 4 points, the minimum.
constexpr const char* one_move_mates[] = {
    "start,b:An2+0,b:Be5-1,b:Ce-2-3,b:En0-3,b:Fs2-4,b:Gw1+4,b:Hw-3+0,b:In1+2,b:Jw-2-5,b:Kn-3-1,b:Mw-1+1,b:Ns0-5,b:Os-1-5,b:Qn1-1,b:Rw2-1,b:Se-2-1,b:Te3+3,b:Ue-1+3,b:Vs0-2,b:We3-3,b:Xw0-4,b:Ys2-7,b:Zn2-5,b:*w2+1,r:Bn1-4,r:De3+2,r:Ew3-2,r:Fs2-8,r:Gs-3-6,r:Hw4-2,r:Is-1-1,r:Jn1-6,r:Ks3-5,r:Le4-3,r:Mn3-6,r:Pn4-4,r:Qe0+3,r:Rs5+0,r:Se-2+0,r:Ts-3-2,r:Uw2+3,r:Vw0+2,r:We1-2,r:Xn2-3,r:Ye-2+3,r:Zs-1-4,r:*s1-3 r",
    "start,b:An-1+0,b:Bn3+1,b:Ce2-2,b:Dn-4+6,b:Ew-2+0,b:Fs-5+3,b:Gw6+2,b:Hw6-3,b:Is7-2,b:Ks1-1,b:Ln1+3,b:Ms-2-1,b:Nn-6+3,b:On4+0,b:Qw-2+3,b:Re-4+3,b:Sn-2+2,b:Tw0+2,b:Un-1+3,b:Ve3+2,b:Ws-5+4,b:Xe0-2,b:Ys5+2,b:Zn5+0,b:*e5-2,r:An-1+2,r:Bn1-2,r:Dw0-3,r:Ee-5+2,r:Fs-1-2,r:Gn-1+1,r:He-3+1,r:Iw1+4,r:Jn2+0,r:Ks1+2,r:Lw0-1,r:Mw6-1,r:Nn2+3,r:Ow-3+3,r:Pn4+1,r:Qe5+1,r:Rw5-3,r:Ss-2-2,r:Ts-4+4,r:Vn-4+5,r:Xe-2+4,r:Ye5-4,r:Ze6+1,r:*s-3+0 r",
    "start,b:Ae2+1,b:Ce2+0,b:Ds-1-2,b:Es3-2,b:Fw-3+0,b:Gn1+3,b:Hn6+0,b:In1-3,b:Js4+1,b:Ks-1+5,b:Ls0-2,b:Mw2+5,b:Nn4+2,b:Oe4-4,b:Ps2-5,b:Qs1+4,b:Rn-1-4,b:Ts-1-1,b:Us2-3,b:Vn2-4,b:Wn-1+4,b:Xn-1+1,b:Yw3+0,b:Zs1-5,b:*w1-2,r:As-1+3,r:Be2+4,r:Cn4-3,r:De4+3,r:Es3-4,r:Fn1-6,r:He5+0,r:Ie0-1,r:Je-2+1,r:Ks1-4,r:Lw4-5,r:Mn2-1,r:Ns2+2,r:Qs4-1,r:Rw-2-3,r:Sn2-6,r:Ts4-2,r:Un-2+5,r:Vw2-2,r:Wn-2+2,r:Xe3+1,r:Ye3-5,r:Zs0+4,r:*n0-4 r",
    "start,b:An0+2,b:Be3+1,b:Cs-2-3,b:Dn3-1,b:Es-4+0,b:Fe0+5,b:Gs-1-5,b:Hw-5+2,b:Iw-3+2,b:Mw2+1,b:Nw-4-3,b:Os-2-4,b:Pw-1+6,b:Qe-1+2,b:Re-1-2,b:Ts2-1,b:Uw0-1,b:Vn-1-3,b:We-5+0,b:Xw-2-1,b:Ye4-1,b:Ze-1+4,b:*n-2+0,r:Be-4-1,r:Cw4+0,r:Dn0+3,r:Ee-1+1,r:Fs-3-1,r:Gw-3-2,r:Hs-5-2,r:Is-6-1,r:Jn-2+3,r:Kw-4+1,r:Le5-1,r:Nn-3+1,r:Ow-2+4,r:Qe0-3,r:Rw-2+6,r:Sn1+2,r:Ts-1-1,r:Un-1-4,r:Vn-1+5,r:Xs-2+1,r:Yn3+0,r:Ze2+0,r:*e0-2 b",
    "start,b:As-1+1,b:Bs3-1,b:Cw4-2,b:De3-3,b:Ee2-2,b:Fw-1-3,b:Ge3+1,b:Hs5+2,b:Ie3+4,b:Js0-5,b:Kn1-4,b:Ls2-1,b:Me-3+2,b:Ns1+6,b:On4-3,b:Ps6+4,b:Qw2+4,b:Rn-2+4,b:Tw2-4,b:Ue2-5,b:Vw6-3,b:Wn-1+2,b:Xw1+2,b:Yn1+4,b:Zn5+1,b:*n3+0,r:As0+2,r:Bn-1+5,r:Cs1+3,r:Dw1-3,r:En6+3,r:Fn0-3,r:Gw2+0,r:Hn4+0,r:Is1-5,r:Js5-3,r:Kw-1+3,r:Lw2+5,r:Mw6+1,r:Nw1+5,r:Ow3-2,r:Ps4-4,r:Qs-2+2,r:Tw1-2,r:Un3+2,r:Vs2+1,r:We2+3,r:Xn2-3,r:Yn4+2,r:Zw1-1,r:*e5+0 r",
    "start,b:Ae0-4,b:Be-2+0,b:Cs4+1,b:Dw-2+1,b:En-5+8,b:Fe-1+4,b:Hw-5+2,b:Is-3+1,b:Jn-1+2,b:Kn3+2,b:Lw2-3,b:Ms1-2,b:Os-1+3,b:Pn-3+6,b:Qe1-1,b:Se-1-2,b:Tn-5+7,b:Ue3-1,b:Vn0+2,b:Ww-3+3,b:Xn-3+4,b:Yn-2-1,b:Ze3+4,b:*n2+0,r:An3+0,r:Bw-4+3,r:Cw2+3,r:De-3+5,r:En-4+6,r:Gs0+3,r:Hs-4+2,r:Ie-1-3,r:Jw2+1,r:Kn-1+5,r:Me-1+1,r:Nn-4+7,r:Qs-2+4,r:Rn4+0,r:Sw-2+3,r:Tw0+5,r:Ue2-1,r:Ve-2-3,r:We0-1,r:Xw-3+2,r:Yn1+2,r:Zw-1-1,r:*s3-2 r",
    "start,b:Aw5+1,b:Bs-2-3,b:Ce3-4,b:Ds-1+1,b:Es-1-2,b:Fw-2+0,b:In3+2,b:Ks5+2,b:Ln3+4,b:Ms1-2,b:Ns-6-1,b:Oe-1-1,b:Pn3-3,b:Qe5+0,b:Re-4+0,b:Sn-4-2,b:Tn1-1,b:Ue1-3,b:Vs-6-3,b:Ww6+2,b:Xe2-1,b:Ys2-2,b:Zn4-2,b:*s0-2,r:Aw-7-2,r:Cs-3-1,r:Dn1+2,r:Fe0-1,r:Gw3-2,r:Hs2+0,r:In2+2,r:Jw5+3,r:Ke3+0,r:Le-1+0,r:Me-5-2,r:Nn3+3,r:On0-3,r:Ps4+1,r:Qs4+2,r:Rn6+1,r:Se4+0,r:Tn-1-3,r:Uw-3-3,r:We2-3,r:Yw1-4,r:Zs-7-1,r:*e2+1 r",
    "start,b:Bn3-5,b:Cn0+3,b:De-2-6,b:En-3+0,b:Fn-1+2,b:Hs-2-2,b:Ie-2-4,b:Js6+5,b:Kn0-3,b:Ln2-1,b:Me0-1,b:Nw5+1,b:Oe-3-2,b:Pn3+4,b:Qw0+2,b:Rs2+0,b:Se3-1,b:Te1-3,b:Vw-1+1,b:Wn-3+1,b:Xn2+4,b:Ys3+2,b:Zn1-7,b:*n4+3,r:An-2+0,r:Bw1+2,r:Cs6+2,r:Es4+2,r:Fn-2-5,r:Gw2-4,r:Hw-1-3,r:Is-2+1,r:Js3+3,r:Ke1-2,r:Ms4-5,r:Nw2-6,r:Os3+0,r:Ps4+0,r:Qw3+1,r:Rw5+4,r:Ss-1-5,r:Tn-3-1,r:Uw-1-1,r:Vn5+2,r:We2+2,r:Xn-2-1,r:Ys4-6 r",
    "start,b:An2-1,b:Be2+2,b:Ce2+0,b:Dn-4-1,b:Fs4+0,b:Gw-4-3,b:Hs3-2,b:In-1+2,b:Jw-2-3,b:Kn4+2,b:Le1+3,b:Mw-2-1,b:Oe0+2,b:Pe0+5,b:Qe2-3,b:Se-1+5,b:Un0-2,b:Vs-3+2,b:We0-4,b:Xw1-1,b:Ye-1-2,b:Zs-6-2,b:*w-2-5,r:As3+3,r:Bw-3-2,r:Ce0+4,r:En-7-2,r:Fs2-4,r:Ge4-1,r:Hw2-2,r:Je-1-5,r:Kw-3-1,r:Mw-2+3,r:Nn-1+1,r:Ow1-2,r:Pn1+6,r:Qn-1+0,r:Re-1-1,r:Se2+3,r:Te-2+4,r:Ue-5-2,r:Vs2+1,r:Ws1-3,r:Xn-1-3,r:Ys-1-4,r:Zs3+1 b",
    "start,b:Aw-1+2,b:Bn4+1,b:Cs5-1,b:Ew5+5,b:Fn3-1,b:Gs3-3,b:In2-1,b:Jn-2+0,b:Ln6+7,b:Mn0-3,b:Nw3+3,b:On3-2,b:Ps-1+1,b:Qe1-1,b:Rw3+0,b:Ss3+5,b:Tw8+6,b:Un5+9,b:Vn5+0,b:Ww6+9,b:Xn4+6,b:Ye4+5,b:Zs6+4,b:*s7+4,r:Ae7+7,r:Bn5+8,r:Cs6+6,r:De5+1,r:Ee2+2,r:Fe2-4,r:Hn4-2,r:Ie-2+2,r:Je4+4,r:Le1+2,r:Me7+5,r:Ns5+4,r:Os3+2,r:Pe2+4,r:Qs3+4,r:Rs4-1,r:Tw5+6,r:Uw-1-1,r:Vn-3+1,r:We1-2,r:Xs-1-2,r:Ys-1+0,r:Zn5+3,r:*s2+1 b",
    "start,b:Ae4+2,b:Bn0+3,b:Dw2+3,b:En4+4,b:Fn2-1,b:Ge-1-2,b:Hs1-4,b:Jn-1+2,b:Kw-2-2,b:Ln1+2,b:Ms4-3,b:Ne3+1,b:Os4-2,b:Qn0+2,b:Re-2+0,b:Se-3+1,b:Tn1-1,b:Vw1-2,b:We-3-2,b:Xs5-4,b:Ys3+2,b:Zn-4+0,b:*s-2+1,r:An2-4,r:Bw-3+2,r:Cn2+2,r:Dn3+4,r:Fw3-4,r:Gs-2-3,r:Hn3+0,r:Iw-1+1,r:Js-5+0,r:Kw5-2,r:Le1+4,r:Mn1-3,r:Ne0-3,r:Qs-2-1,r:Rw0-1,r:Tn5-3,r:Ue6-5,r:Vw4+3,r:Ws-3-1,r:Xn-1-1,r:Yw-1+0,r:Ze3-2,r:*n2+4 b",
    "start,b:Aw2-5,b:Cn2-3,b:Dn4+0,b:En1+2,b:Fn-1+2,b:Gs0-1,b:Hw2+0,b:Je4-5,b:Kn-1-3,b:Lw0+6,b:Mw2-6,b:Ne-2-1,b:Os1-4,b:Pe-3+4,b:Qs3-3,b:Sn1+4,b:Tw-3+5,b:Uw3+2,b:Ve2-2,b:Ww-1+4,b:Xw1+3,b:Yn-1+0,b:Zs2-8,b:*n0+2,r:An-1-1,r:Be-1+7,r:Es2+2,r:Fn3-4,r:Gn3-1,r:Hn-2+5,r:Ie1-7,r:Jw1-5,r:Ks1-2,r:Ls3-2,r:Mw-2+3,r:Ne0+3,r:Os-1+1,r:Ps2+3,r:Qw-2+4,r:Sn5+0,r:Te1-6,r:Vn-1+5,r:Wn-3-2,r:Xs0-2,r:Ye-2+1,r:Zw-4+4,r:*n0+5 r",
    "start,b:Ae-2-1,b:Bs4+6,b:Ce4-1,b:Fe-3-3,b:Gs5+2,b:Hn2+2,b:Is3-2,b:Je0-1,b:Kw2+0,b:Ln-1+2,b:Me2+3,b:Nw2+6,b:Os6+0,b:Ps2-1,b:Qn-1+0,b:Rw-3-1,b:Tw4+2,b:Uw-4-3,b:Vs3+5,b:Ww-4+1,b:Xe0+2,b:Ys3+4,b:Ze4+4,b:*w-2+0,r:Ae5+4,r:Ds6-1,r:Es-3+1,r:Fs3+1,r:Gn5+5,r:Hn-5+1,r:Iw3+6,r:Jw5+7,r:Ks5+0,r:Ln-1-1,r:Mn3+3,r:Ne4+1,r:Pe4+3,r:Qe3-1,r:Re-1+1,r:Ss1+6,r:Tn-3-2,r:Ve2+5,r:Ws-2-2,r:Xn-1-2,r:Ys3+0,r:Zw-3+0,r:*w1+2 r",
    "start,b:As-1-1,b:Bs2+1,b:Ds-1-2,b:Es4+3,b:Fs-2+1,b:Gw2+4,b:He1-2,b:Iw0-5,b:Ke3-2,b:Le0+5,b:Mw-2+4,b:Nn3+3,b:Os-4+3,b:Qs2-3,b:Rs-2+5,b:Se0+7,b:Tn-1+9,b:Ue-1+3,b:Ve-2-4,b:Wn1+2,b:Xn-2+3,b:Ye-2-5,b:Zs0-3,b:*s1-1,r:An-1-3,r:Bs2-4,r:Cs-1-4,r:Dn-4+2,r:Ee-3-5,r:Ge1+3,r:Hs-1-6,r:Ie0+8,r:Je-3+3,r:Ke0+3,r:Ln1-6,r:Ms-1+2,r:Nw2-2,r:Qn2+0,r:Re0-1,r:Se3+2,r:Te-2+0,r:Vw-2+2,r:We-2-6,r:Xs-1+1,r:Yn0+6,r:Zw-1+4,r:*e0+4 r",
    "start,b:An4-2,b:Dw1+5,b:Fs4-1,b:Gn-4-1,b:Hs-4+1,b:Ie0+2,b:Js3+1,b:Ks-2+3,b:Ls0-1,b:Mn0-2,b:Ne-2+2,b:On2+6,b:Pe1+2,b:Qn-1+1,b:Rw2+0,b:Sw-2-1,b:Te3-2,b:Uw-3+1,b:Vw-3-2,b:Ws-4+3,b:Xe3+5,b:Yn-5+3,b:Zs2+3,b:*n4+0,r:As-1+3,r:Bn3+4,r:Cs-4+2,r:Ds-1-1,r:Es3+2,r:Fs-2+4,r:Gs2+5,r:Hs3+3,r:Ie5+1,r:Jn1+4,r:Kw-4+0,r:Ls-5+2,r:Me-3-1,r:Nn1+3,r:Os2+2,r:Re3-1,r:Te3-3,r:Un-2+0,r:We4+5,r:Xw-3+0,r:Yw5-1,r:Zs-1+2,r:*s3+0 r",
    "start,b:Ae0-2,b:Bn-3+4,b:De-2-2,b:Ee5-2,b:Fn3+0,b:Gn3-2,b:Hw5-1,b:Iw0-5,b:Kn-1-7,b:Ls1+2,b:Ms0-1,b:Os-1-3,b:Pe-1+5,b:Qs2+4,b:Rn-1+2,b:Sw-3-4,b:Ts-2-7,b:Us-4-5,b:Vw2-3,b:Wn1+4,b:Xw1-1,b:Ys-2-3,b:*e-2+0,r:As-3-2,r:Be1-2,r:Ce-1-6,r:De-1+1,r:En1-6,r:Ge4-3,r:He2-1,r:Iw-2-1,r:Jn-2+3,r:Kw-1-4,r:Lw0+5,r:Me2+3,r:Ne-4-4,r:Pw4-1,r:Qe-2-4,r:Tw-1+0,r:Uw0-3,r:Vw2-2,r:Ww-1-2,r:Xe-2+1,r:Ys-3-3,r:Ze-3+0,r:*n-3-1 b",
    "start,b:As0+2,b:Cn-3+1,b:En-3-1,b:Fw-2+3,b:Ge1+3,b:Hn-5+3,b:Iw-1+2,b:Jn-5-3,b:Ks-5+2,b:Ln-5-2,b:Ms-7-4,b:Nw0-5,b:Ow-2+2,b:Pn-5+1,b:Qn-1+0,b:Rn-1-3,b:Sw-4-5,b:Te-5-1,b:Uw-6-6,b:Vs1+2,b:Ww-1+1,b:Xe3+3,b:Ys4+2,b:Zw3+2,b:*n-2-2,r:An0-3,r:Bw4+4,r:Cw2+0,r:En-6-1,r:Fw-1+3,r:Gs-4+0,r:Hn-6-5,r:Ie4+3,r:Jw-2+1,r:Kw-4-2,r:Lw-6+0,r:Me-3-3,r:Ns-1-4,r:Oe-5+0,r:Pw-1-2,r:Qn-5-6,r:Sn-1-5,r:Ue2+2,r:Vw2+1,r:Ww-6+4,r:Xw-1-1,r:Yw3+1,r:Zn-6+2,r:*w-5-4 r",
    "start,b:Bw-4-2,b:Cw-1+1,b:De-1-2,b:Ew-2+3,b:Fs6+1,b:Gn2-3,b:He-4+0,b:Is2-1,b:Jn1-5,b:Kw2+2,b:Le5+2,b:Me3-3,b:Ns1-1,b:Ow-6-2,b:Qs2+0,b:Se0-3,b:Ts4+1,b:Un6+2,b:Vn4-4,b:Ww5-2,b:Xs-2+0,b:Ye2-2,b:Zs-3-2,r:An5+1,r:Bs-1-1,r:Ce-3+2,r:Dn0-5,r:Ew-1+2,r:Fs-2+4,r:Ge3-1,r:He4-3,r:In3+1,r:Mw-3+0,r:Nw0-1,r:Os-5-2,r:Pn1-2,r:Qs3+3,r:Rw-2-2,r:Te2+3,r:Uw2+1,r:Vs5-5,r:Wn2-4,r:Xe-1+4,r:Yn0+2,r:Ze-3-1,r:*e1+2 b",
    "start,b:Aw5-2,b:De0+5,b:Ee3+4,b:Fe2+1,b:Gs6-1,b:Hn4-1,b:Iw-1+1,b:Jn1+4,b:Ke1+2,b:Lw2-1,b:Mw3+2,b:Nw5-3,b:On2+3,b:Pn2+5,b:Qn4+4,b:Sw5-5,b:Ue4+1,b:Vs-2-1,b:We-1+2,b:Xe2-3,b:Ye3+3,b:Zs1+6,b:*e1-2,r:Bs2+2,r:Cn-2+1,r:Ds0-1,r:Fe5+1,r:Gs4+3,r:Hn1+3,r:Iw4+2,r:Js0-2,r:Ks0+2,r:Ls4-2,r:Mn-1-1,r:Nw2-2,r:Pn5+0,r:Qe5-1,r:Rn6-4,r:Sn-2+3,r:Te0-3,r:Uw-3+0,r:Vw1+5,r:We3+0,r:Xe3-2,r:Yn0+4,r:*w-3-1 b",
    "start,b:Ae6+2,b:Be-2+1,b:Ce1+2,b:Dn5-2,b:Es4+2,b:Fs-2-1,b:Hs1-3,b:Ie3-3,b:Je6+0,b:Ks-2-3,b:Le1-2,b:Nw-2-4,b:Os2-4,b:Pe4+4,b:Qe8+1,b:Rn-3-5,b:Sw0-1,b:Tw0+2,b:Vn1-1,b:Ww0+4,b:Xe3-1,b:Ys2+0,b:Zn2+1,b:*s-1+2,r:Bn-1+0,r:Cw3+0,r:Ds1-4,r:Fe-3-4,r:Gs2-1,r:Hw5+1,r:Iw2-2,r:Jw3+3,r:Ke-2-2,r:Ln6+3,r:Mn7+2,r:Ns4+1,r:Ow2-3,r:Rw4-2,r:Sw0-4,r:Ts-1-2,r:Uw1+3,r:Vs5+3,r:Ww-3-3,r:Xn3+1,r:Ye4+3,r:Zn1+5,r:*w5+0 r",
    "start,b:As4-3,b:Bw2+3,b:Cw4-5,b:De-2+2,b:Fs2-5,b:Gs3+8,b:He6-5,b:Is-3-1,b:Ke3-3,b:Mn2-1,b:Ns2+0,b:Ow-2+1,b:Pn2+5,b:Qs6-3,b:Rn1+8,b:Se-3+1,b:Te-1+4,b:Ue-1+0,b:Vw2+1,b:Ws-2+4,b:Xn1+5,b:Yw2+6,b:Zs1+2,b:*n0+3,r:As1+6,r:Be1+4,r:Cs2+7,r:Dw0-1,r:Ew5-4,r:Fn-1-1,r:He-4-1,r:Ie0+2,r:Js3+1,r:Kn2-2,r:Ln-2+3,r:Me2-3,r:Ow1-1,r:Pw-2+0,r:Qe-2+5,r:Rs-1+1,r:Se2+2,r:Ts5-6,r:Uw-1+3,r:We0+8,r:Ys3-1,r:Zw3-2,r:*e3-4 r",
    "start,b:Ae2+1,b:Bs-1-4,b:En-1+4,b:Fe4+7,b:He5+3,b:Ie3+7,b:Jn-4+1,b:Kw3+0,b:Lw2-1,b:Ms-3-1,b:Ne-1-2,b:Ow-2+0,b:Pw0+4,b:Qe3-1,b:Rn3+3,b:Sn4+5,b:Tw-4+0,b:Un3+1,b:Vs-2-1,b:We6+4,b:Xw1+2,b:Ye1+4,b:Ze-2-4,b:*w0-2,r:Ae1+3,r:Cw-1+1,r:De1-2,r:En-3-2,r:Fe2-2,r:Gw0-3,r:Hn-1-1,r:Ie5+4,r:Js2+2,r:Ke2+3,r:Me3+6,r:Nn0+3,r:Oe-1+0,r:Pe4+2,r:Ss-2-2,r:Tn3+4,r:Un-3+0,r:Vn4+4,r:We0-1,r:Xn2+0,r:Yn0-4,r:Zw6+5,r:*e-2-5 r",
    "start,b:An4-5,b:Bn3+1,b:Cn1-3,b:De-1+2,b:En4-1,b:Ge3-3,b:Hw2+1,b:Jw-3+1,b:Kn-1+0,b:Ln-2-2,b:Me0-1,b:Ns1+3,b:Ow5-2,b:Pe-3-4,b:Qe4-2,b:Rw5-5,b:Tn2-1,b:Us2+5,b:Vw2-2,b:We-1+3,b:Xs1+5,b:Ys3+0,b:Ze1-5,b:*e4-3,r:An-2-1,r:Be-3-1,r:Cw3+2,r:Dn5-1,r:Ee2-4,r:Fw2-3,r:Gw6-6,r:Kw-2-3,r:Le-1-1,r:Mn2+0,r:Nn6-2,r:On-3-2,r:Pn-1+1,r:Qw0+2,r:Rn1+2,r:Te1-2,r:Un3-2,r:Vs-2+1,r:Ws0+4,r:Xw1-1,r:Ye4-4,r:Zw5-3,r:*s1+4 r",
    "start,b:As-1+3,b:Be3+1,b:Cs-2-3,b:De-6-3,b:Ew-4-2,b:Fs2-2,b:Gw3+3,b:He2-3,b:Ie3+2,b:Kw-5+1,b:Lw1+5,b:Me3+5,b:Nw1+2,b:Oe-1+2,b:Pn1-5,b:Qn-3+1,b:Rn-4+1,b:Sw-4-5,b:Tn-1-2,b:Uw-1+1,b:Vs-3-1,b:Ww-2-6,b:Xn-2+2,b:Ys2+0,b:Zs0-7,b:*e1-4,r:Aw-3-2,r:Bn2+2,r:Cw2+4,r:De1-3,r:Ew-3+0,r:Fe-1-1,r:Gn3-3,r:Hs1-6,r:Ie2-4,r:Jn0+2,r:Kw0-3,r:Lw0-4,r:Ms-4+2,r:Ns-2-2,r:Qe-2-4,r:Rs-5-3,r:Ss-1-7,r:Te3+4,r:Un-4-1,r:Vw1-1,r:We-2+1,r:Xs2+3,r:Yn2-1,r:Zn-3-4,r:*e-4+0 r",
};
// clang-format on

}  // namespace

TEST(HichainThreats, ScoringMovesAreAllMovesThatScore) {
  const Hichain g;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Board board = random_board(g, seed, static_cast<int>(seed % 50));
    std::vector<std::pair<Move, int>> expected, got;
    const auto mover = static_cast<std::size_t>(board.at.mover);
    const int before = g.score(board)[mover];
    for (const Move m : listed(g, board)) {
      g.play(board, m);
      const int gain = board.at.royal != 0 ? HichainRules::royal_value : g.score(board)[mover] - before;
      g.undo(board);
      if (gain >= 1) expected.emplace_back(m, gain);
    }
    for (const auto& s : scoring_moves(g, board)) got.emplace_back(s.move, s.gain);
    ASSERT_EQ(got, expected);
    found += static_cast<int>(got.size());
  }
  EXPECT_GT(found, 150);
}

TEST(HichainMate, OneMoveMatesEqualTheDefinition) {
  const Hichain g;
  int mates = 0, tried = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Board board = random_board(g, 100 + seed, 45 + static_cast<int>(seed % 3));
    if (board.at.royal != 0) continue;
    for (const int gain : {1, 9}) {
      MateSearch search(g, gain);
      for (const Move m : listed(g, board)) {
        if (++tried % 17 != 0) continue;
        const bool mate = search.mates(board, m, 1);
        ASSERT_EQ(mate, plainly_mates(g, g.position(board), m, 1, gain))
            << g.text(g.position(board)) << " " << g.text(g.position(board), m);
        mates += mate;
      }
    }
  }
  EXPECT_GT(mates, 3);
}

/// Moves that mate in at most K, by the search.
std::vector<Move> mating_moves(const Hichain& g, Board& board, int k, int gain) {
  MateSearch search(g, gain);
  std::vector<Move> out;
  for (const Move m : listed(g, board))
    if (search.mates(board, m, k)) out.push_back(m);
  return out;
}

TEST(HichainMate, TwoMoveMatesEqualTheDefinition) {
  const Hichain g;
  // Random boards hardly ever have one.
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Board board = random_board(g, 200 + seed, 51);
    if (board.at.royal != 0) continue;
    MateSearch search(g, 4);
    int tried = 0;
    for (const Move m : listed(g, board))
      if (++tried % 37 == 0) {
        ASSERT_EQ(search.mates(board, m, 2), plainly_mates(g, g.position(board), m, 2, 4));
      }
  }
  // Moves that do: problems_test.cpp.
}

/// In all stored positions neither side can score at once, so nothing is better than a mate.
void expect_quiet(const Hichain& g, Board& board) {
  EXPECT_TRUE(scoring_moves(g, board).empty()) << g.text(g.position(board));
  OthersTurn turn(board);
  EXPECT_TRUE(scoring_moves(g, board).empty()) << g.text(g.position(board));
}

TEST(HichainMate, TheExpertFindsEveryOneMoveMate) {
  const Hichain g;
  EXPECT_GE(std::size(one_move_mates), 20u);
  for (const char* text : one_move_mates) {
    Board board = g.board(g.read_position(text).value());
    expect_quiet(g, board);
    const auto mates = mating_moves(g, board, 1, 4);
    EXPECT_FALSE(mates.empty()) << text;
    Random random(1);
    const Move chosen = make_player("expert")->choose(g, board, random);
    EXPECT_NE(std::find(mates.begin(), mates.end(), chosen), mates.end()) << text << " " << g.text(g.position(board), chosen);
  }
}

TEST(HichainMate, SurveyCountsThemSeparately) {
  const Hichain g;
  Control control;
  const MateSurvey found = survey_mates(g, *make_player("random"), {.gain = 4, .games = 3, .from = 50, .to = 53}, control);
  EXPECT_EQ(found.positions, 12u);
  EXPECT_LE(found.at_once + found.mates[0] + found.mates[1], found.positions);
  EXPECT_EQ(found.found.size(), found.mates[1]);
}

TEST(HichainOffers, OpenOnesAreTheScoringMoves) {
  const Hichain g;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Board board = random_board(g, 500 + seed, static_cast<int>(seed % 50));
    if (board.at.royal != 0) continue;
    std::vector<Offer> offers;
    list_offers(g, board, board.at.mover, 1, offers);
    std::set<std::pair<std::string, int>> open, expected;
    for (const Offer& offer : offers)
      if (is_open(board, board.at.mover, offer)) open.emplace(g.text(g.position(board), offer.move(board.ground)), offer.gain);
    for (const auto& s : scoring_moves(g, board)) expected.emplace(g.text(g.position(board), s.move), s.gain);
    ASSERT_EQ(open, expected) << g.text(g.position(board));
  }
}

TEST(HichainOffers, UpdatesMatchAFullListing) {
  const Hichain g;
  const auto as_set = [](const std::vector<Offer>& offers, const Board& board, int owner) {
    std::set<std::array<int, 3>> out;
    for (const Offer& o : offers)  // offers that the new card's sides bar may stay: they can never be laid
      if (board.ground.is_empty(o.cell) && board.left[static_cast<std::size_t>(owner)].has(o.way) &&
          board.ground.unbarred_ways(o.cell).has(o.way))
        out.insert({o.cell, o.way, o.gain});
    return out;
  };
  int linked_moves = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    Board board = random_board(g, 600 + seed, static_cast<int>(2 * seed));
    if (board.at.royal != 0) continue;
    const int owner = board.at.mover;
    std::vector<Offer> before, after, relisted;
    list_offers(g, board, owner, 1, before);
    int number = 0;
    for (const Move m : listed(g, board)) {
      if (HichainRules::is_pass(m) || ++number % 11 != 0) continue;
      const bool linked = linking_ways(g.chain, board.ground, owner, cell_at(m.x, m.y)).has(4 * m.sign + m.orientation);
      linked_moves += linked;
      g.play(board, m);
      if (board.at.royal == 0) {
        offers_after(g, board, m, linked, 1, before, false, after);
        list_offers(g, board, owner, 1, relisted);
        ASSERT_EQ(as_set(after, board, owner), as_set(relisted, board, owner)) << g.text(g.position(board));
      }
      g.undo(board);
    }
  }
  EXPECT_GT(linked_moves, 10);
}

TEST(HichainPlayers, GreedyBeatsRandom) {
  const Hichain g;
  const Duel played = play_duel(g, *make_player("greedy"), *make_player("random"), 200, {});
  EXPECT_EQ(played.games, 200u);
  EXPECT_GE(played.wins, 198u);
}

TEST(HichainPlayers, TheExpertBeatsGreedyPlay) {
  const Hichain g;
  Limits limits;
  limits.nodes = 1;  // one ply
  const Duel played = play_duel(g, *make_player("expert", limits), *make_player("greedy"), 6, {});
  EXPECT_EQ(played.wins, 6u);
}

TEST(HichainPlayers, TheExpertIsDeterministic) {
  const Hichain g;
  Board board = random_board(g, 700, 20);
  Limits limits;
  limits.nodes = 3000;
  Random first(5), again(5);
  EXPECT_EQ(make_player("expert", limits)->choose(g, board, first), make_player("expert", limits)->choose(g, board, again));
}

TEST(HichainTree, ScoreMatchesTheList) {
  const Hichain g;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto cards = layout(g.position(random_board(g, 300 + seed, 54)));
    for (int colour = 0; colour < 2; ++colour) {
      int expected = 0;
      const auto chains = list_chains(g.chain, cards, colour).value();
      for (const auto& chain : chains) expected += chain.score;
      EXPECT_EQ(chain_forest(g.chain, cards, colour).value().score, expected);
    }
  }
}

TEST(HichainTree, CoexistingMarks) {
  // Read from the north and from the south: both mature, one valid, the other coexisting.
  const auto cards = read_cards("b Xn0+0, b *n1+0, b Zn2+0").value();
  const auto forest = chain_forest({}, cards, 0).value();
  EXPECT_EQ(forest.score, 9);
  int valid = 0, coexisting = 0;
  for (const auto& tree : forest.trees)
    for (const auto& node : tree.nodes) {
      valid += node.valid && node.mature && node.leaf;
      coexisting += node.coexisting() && node.leaf;
    }
  EXPECT_EQ(valid, 1);
  EXPECT_EQ(coexisting, 1);
  EXPECT_EQ(forest.inclusions.size(), 1u);
}

}  // namespace banmen::hichain
