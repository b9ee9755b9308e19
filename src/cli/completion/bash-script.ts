// Bash cuts words at every character of COMP_WORDBREAKS, so --output=js arrives as three words and
// only the last is replaced. The script glues together what no blank divides, asks, and takes the
// glued beginning off the answers again. It needs neither the bash-completion package nor bash 4.
export const bashScript = `# bash completion for outrigger
_outrigger() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() word rest index
  rest="$line"
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if ((index == COMP_CWORD)); then word="$rest"; word="\${word#"\${word%%[![:space:]]*}"}"; fi
    if ((\${#words[@]} > 0)) && [[ -n "$rest" && "$rest" != [[:space:]]* ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    rest="\${rest#"\${rest%%[![:space:]]*}"}"
    rest="\${rest#"$word"}"
  done

  local current="\${words[\${#words[@]}-1]}" last="\${COMP_WORDS[COMP_CWORD]}" answer glued=''
  case "$current" in *[=:]*) glued="\${current%"\${current##*[=:]}"}" ;; esac
  case "$last" in *[=:]?*) glued='' ;; esac
  COMPREPLY=()
  while IFS= read -r answer; do
    case "$answer" in
      :0) ((\${#COMPREPLY[@]} > 0)) || compopt -o default 2>/dev/null ;;
      :*) ;;
      *)
        answer="\${answer%%$'\\t'*}"
        COMPREPLY+=("\${answer#"$glued"}")
        ;;
    esac
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _outrigger outrigger
`
