#compdef refcli
# TAB for refcli in zsh: source <(refcli --show-completion zsh), or the same in a file _refcli of a folder of $fpath
#
# The answers are names: compadd quotes them, and nothing of them is evaluated. They are what has to stand there, even
# where they begin otherwise than what was typed, as the names that sherman could mean do.
_refcli_completion() {
    local -a names
    names=("${(@f)$(
        _REFCLI_COMPLETE=complete_zsh _REFCLI_COMPLETE_LINE="${(j: :)words[1,CURRENT-1]} $PREFIX" \
            refcli 2>/dev/null </dev/null
    )}")
    names=(${names:#*[^A-Za-z0-9.,+/=-]*})
    if (( $#names )); then
        compadd -U -- "${names[@]}"
        if (( $#names > 1 )) && [[ -z ${(M)names:#${(b)PREFIX}*} ]]; then
            compstate[insert]= compstate[list]="list force"
        fi
    else
        compset -P '--*='
        _files
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _refcli_completion "$@"
else
    compdef _refcli_completion refcli
fi
